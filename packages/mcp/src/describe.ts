import { evidenceText, failureExample, type Code } from '@anedya-docs/openapi-model';
import { allLanguages, sampleRequest } from '@anedya-docs/code-samples';
import { findOperation, samplesIn, type DocumentedOperation, type Docs } from './docs.ts';

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** Names of the base URL in a sandbox project, and in the environment of a curl sample. */
const baseNames = {
  platform: { field: 'platformUrl', variable: 'ANEDYA_API_URL' },
  device: { field: 'deviceUrl', variable: 'ANEDYA_DEVICE_URL' },
} as const;

const baseUrl = ({ url, path }: DocumentedOperation['operation']) => url.slice(0, -path.length);

/** How to send the sample to the sandbox. */
function sandboxNote({ api, operation }: DocumentedOperation, language: string): string {
  const { field, variable } = baseNames[api];
  const change =
    language === 'curl' ? `set ${variable} to` : `replace the base URL ${baseUrl(operation)} with`;
  return `To send the ${language} sample to the sandbox, ${change} the "${field}" of your project.`;
}

/** The samples of a page in curl and mosquitto. */
const bashSamples = /```bash\n[\s\S]*?\n```\n\n(?:The same program in other languages: .*\n\n)?/g;

const codeText = ({ code, meaning, cause, remedy }: Code) =>
  `- ${code}: ${[meaning, cause, `Fix: ${remedy}`].filter(Boolean).join(' ')}`;

/** Describes an operation without a page. */
function describeFromDocument(entry: DocumentedOperation, language: string): string {
  const { key, operation } = entry;
  const { title, description, method, urlTemplate, request, evidence, provisional } = operation;
  const { security, responses, mqtt, guide } = operation;
  const { schema, examples } = responses.find(({ status }) => status === '200') ?? {};
  const failure = failureExample(operation);
  const codes = [...operation.reasonCodes, ...operation.errorCodes].map(codeText);
  const found = allLanguages.find(({ label }) => label === language);
  return [
    `# ${title} (${key})`,
    `${method.toUpperCase()} ${urlTemplate}`,
    description,
    `${evidenceText(evidence)}.`,
    provisional === undefined ? '' : `Unconfirmed: ${provisional}`,
    `Authentication:\n${security.map((scheme) => scheme.description).join('\n\nOr:\n')}`,
    `Request schema:\n${JSON.stringify(request.schema)}`,
    `Example:\n${json(request.example)}`,
    `Response schema:\n${JSON.stringify(schema)}`,
    ...(examples ?? []).map(({ value }) => `Response example:\n${json(value)}`),
    failure && `Error example:\n${json(failure.value)}`,
    codes.length === 0 ? '' : `Errors:\n${codes.join('\n')}`,
    mqtt && `MQTT: publish to ${mqtt.publish}. Responses: ${mqtt.responseTopics.join(', ')}.`,
    guide && `Guide: ${guide}`,
    found &&
      `Sample:\n\`\`\`${found.highlight}\n${found.render(sampleRequest(operation)).trimEnd()}\n\`\`\``,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/**
 * Describes an operation with a sample in one language.
 * @throws ToolError if no operation has the name
 */
export function describeOperation(docs: Docs, name: string, language: string): string {
  const entry = findOperation(docs, name);
  const { key, page, samples } = entry;
  const note = sandboxNote(entry, language);
  if (!page) return `${describeFromDocument(entry, language)}\n\n${note}`;
  const text =
    language === 'curl'
      ? page.markdown
      : `${page.markdown.replaceAll(bashSamples, '')}\n${samplesIn(samples ?? '', language)}`;
  return `Operation ${key}\n\n${note}\n\n${text}`;
}
