import {
  flattenFields,
  schemaFields,
  type Code,
  type Field,
  type JsonValue,
  type Schema,
} from '@anedya-docs/openapi-model';
import { languagesOf, sampleRequest } from '@anedya-docs/code-samples';
import { ToolError, type Api, type DocumentedOperation, type Docs } from './docs.ts';
import { findOperation } from './operations.ts';

const json = (value: JsonValue) => JSON.stringify(value);

/** Names of the base URL in a sandbox project, and in the environment of a curl sample. */
const baseNames = {
  platform: { field: 'platformUrl', variable: 'ANEDYA_API_URL' },
  device: { field: 'deviceUrl', variable: 'ANEDYA_DEVICE_URL' },
} as const;

/** A range in words: `1 to 50`, `at most 50`. */
function range(from: number | undefined, to: number | undefined, unit = ''): string[] {
  const text =
    from !== undefined && to !== undefined
      ? `${from} to ${to}`
      : from !== undefined
        ? `at least ${from}`
        : to !== undefined
          ? `at most ${to}`
          : '';
  return text === '' ? [] : [`${text}${unit}`];
}

type Bounds = Pick<
  Schema,
  'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems'
> & { readonly maxBytes?: number };

const bounds = (of: Bounds): string[] => [
  ...range(of.minimum, of.maximum),
  ...range(of.minLength, of.maxLength, ' characters'),
  ...range(undefined, of.maxBytes, ' bytes'),
  ...range(of.minItems, of.maxItems, ' items'),
];

/** One line about a field: `- expiry: integer in milliseconds, required; 1 to 9. Description.` */
function fieldLine({ path, type, required, schema, variants }: Field, isRequest: boolean): string {
  const { enum: values, const: only, format, default: initial, 'x-unit': unit } = schema;
  const facts = [
    `${type}${format === 'uuid' ? ' (UUID)' : ''}${unit === undefined ? '' : ` in ${unit}`}`,
    ...(isRequest && required ? ['required'] : []),
    ...(values ? [`one of ${values.map(json).join(', ')}`] : []),
    ...(only === undefined ? [] : [`always ${json(only)}`]),
    ...bounds(schema),
    ...(initial === undefined ? [] : [`default ${json(initial)}`]),
    ...bounds(schema['x-sandbox'] ?? {}).map((text) => `in the sandbox ${text}`),
    ...(variants.length > 0 ? [`one of: ${variants.map(({ title }) => title).join(', ')}`] : []),
  ];
  const unconfirmed = schema['x-provisional'] === undefined ? '' : ' Unconfirmed.';
  const text = (schema.description ?? '').replaceAll(/\s+/g, ' ');
  return `- ${path}: ${facts.join(', ')}. ${text}${unconfirmed}`.trimEnd();
}

/** Fields that all responses have. */
const common = new Set(['success', 'error', 'errorcode', 'errcode', 'reasonCode', 'reqId']);

function fieldLines(schema: Schema, isRequest: boolean): string {
  const fields = flattenFields(schemaFields(schema));
  const own = isRequest ? fields : fields.filter(({ path }) => !common.has(path));
  // The alternatives of a value can have fields in common.
  return [...new Set(own.map((field) => fieldLine(field, isRequest)))].join('\n');
}

const codeLine = ({ code, meaning, cause, remedy }: Code) =>
  `- ${code}: ${[meaning, cause, `Fix: ${remedy}`].filter(Boolean).join(' ')}`;

/** Codes that every operation of an API can return. */
function sharedCodes({ documents }: Docs, api: Api): Code[] {
  const { allOperations } = documents[api];
  const [first, ...others] = allOperations.map(({ reasonCodes, errorCodes }) => [
    ...reasonCodes,
    ...errorCodes,
  ]);
  return (first ?? []).filter(({ code }) =>
    others.every((codes) => codes.some((one) => one.code === code)),
  );
}

/** How a request authenticates, in one line. */
function authentication({ operation }: DocumentedOperation): string {
  const ways = operation.security.map(({ kind, header, extraHeaders }) => {
    const extra = Object.entries(extraHeaders).map(([name, value]) => `, "${name}: ${value}"`);
    if (kind === 'bearer') return `"${header}: Bearer <API key>"`;
    if (kind === 'key') return `"${header}: <connection key>"${extra.join('')}`;
    const { permission } = operation;
    return `signed with an access token${permission === undefined ? '' : ` (permission ${permission})`}`;
  });
  return `Authentication: ${ways.join(', or ')}. "run" sends it.`;
}

/** Authentication in full, and the errors and response fields of all operations of an API. */
function sharedText(docs: Docs, { api, operation }: DocumentedOperation): string {
  const [{ schema } = { schema: {} }] = operation.responses;
  const fields = flattenFields(schemaFields(schema)).filter(({ path }) => common.has(path));
  return [
    `## Shared by all operations of the ${api === 'platform' ? 'Platform' : 'Device'} API`,
    ...docs.documents[api].securitySchemes.map(({ id, description }) => `${id}: ${description}`),
    `Fields of each response:\n${fields.map((field) => fieldLine(field, false)).join('\n')}`,
    ...operation.responses
      .filter(({ status }) => !status.startsWith('2'))
      .map(({ status, description }) => `- HTTP ${status}: ${description}`),
    ...sharedCodes(docs, api).map(codeLine),
  ].join('\n\n');
}

/**
 * The sample: arguments of `run`, or a program in a language.
 * @throws ToolError if there is no program in the language
 */
function sampleText({ key, api, operation }: DocumentedOperation, language?: string): string {
  if (language === undefined) {
    const example = { operation: key, body: operation.request.example };
    return `Sample, as arguments of "run":\n${json(example)}`;
  }
  const all = languagesOf(operation);
  const found = all.find(({ label }) => label === language);
  if (!found) {
    const labels = all.map(({ label }) => label).join(', ');
    throw new ToolError(`${key} has no sample in ${language}. Languages: ${labels}.`);
  }
  const { field, variable } = baseNames[api];
  const base = operation.url.slice(0, -operation.path.length);
  const change = language === 'curl' ? `set ${variable} to` : `replace the base URL ${base} with`;
  return `To send the sample to the sandbox, ${change} the "${field}" of your project.

\`\`\`${found.highlight}
${found.render(sampleRequest(operation)).trimEnd()}
\`\`\``;
}

/**
 * Describes an operation: its fields, its errors, and one sample.
 * @param language of a program as the sample; by default, the sample is the arguments of `run`
 * @param isWithShared whether to add what all operations of the API have in common
 * @throws ToolError if no operation has the name
 */
export function describeOperation(
  docs: Docs,
  name: string,
  language?: string,
  isWithShared = false,
): string {
  const entry = findOperation(docs, name);
  const { key, api, operation, page } = entry;
  const { title, description, method, urlTemplate, request, responses, provisional } = operation;
  const { schema = {}, examples = [] } = responses.find(({ status }) => status === '200') ?? {};
  const shared = new Set(sharedCodes(docs, api).map(({ code }) => code));
  const codes = [...operation.reasonCodes, ...operation.errorCodes].filter(
    ({ code }) => !shared.has(code),
  );
  const { mqtt, traps, guide } = operation;
  const limits = docs.documents[api].limits.filter((one) => one.operations.includes(operation.id));
  const fields = fieldLines(request.schema, true);
  const results = fieldLines(schema, false);
  return [
    `# ${title} (${key})`,
    `${method.toUpperCase()} ${urlTemplate}\n${authentication(entry)}`,
    description,
    provisional === undefined ? '' : `Unconfirmed: ${provisional}`,
    traps.length > 0 ? `Common mistakes:\n${traps.map((trap) => `- ${trap}`).join('\n')}` : '',
    fields === '' ? 'The body is {}.' : `Request body:\n${fields}`,
    results === '' ? '' : `Response:\n${results}`,
    ...examples.slice(0, 1).map(({ value }) => `Response example:\n${json(value)}`),
    codes.length > 0 ? `Errors:\n${codes.map(codeLine).join('\n')}` : '',
    ...limits.map(({ subject, value, unit }) => `Limit: ${subject}: ${value} ${unit}`),
    mqtt && `MQTT: publish to ${mqtt.publish}. Responses: ${mqtt.responseTopics.join(', ')}.`,
    sampleText(entry, language),
    isWithShared ? sharedText(docs, entry) : '',
    page || guide ? `More: ${[page?.path, guide].filter(Boolean).join(', ')}` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}
