import {
  arazzo,
  sampleRequest,
  type UploadStep,
  type WorkflowStep,
} from '@anedya-docs/code-samples';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { apiConfigs, readApi, type Api } from '../api-reference/documents';
import { downloadsFolder } from '../api-reference/downloads';
import { guideRequests, readVariable, type Variable } from './requests';

/** A guide with requests. */
export interface Guide {
  readonly title: string;
  /** Front matter `workflow`: name of the file. */
  readonly name: string;
  /** MDX. */
  readonly source: string;
}

/** Path of a workflow below the base path of the site. */
export const workflowPath = (name: string) => `${downloadsFolder}/workflows/${name}.arazzo.json`;

/** The note on a guide, as Markdown. */
export const workflowNote = (name: string) =>
  `Download the requests of this page as a workflow ([Arazzo](https://spec.openapis.org/arazzo/v1.0.1.html)): [${name}.arazzo.json](/${workflowPath(name)})`;

/** Replaces the variables in a body. */
function withValues(body: JsonValue, valueOf: (variable: Variable) => string): JsonValue {
  const variable = readVariable(body);
  if (variable) return valueOf(variable);
  if (Array.isArray(body)) return body.map((item) => withValues(item, valueOf));
  if (typeof body !== 'object' || body === null) return body;
  const fields = Object.entries(body).map(([name, value]) => [name, withValues(value, valueOf)]);
  return Object.fromEntries(fields) as JsonValue;
}

const units: Readonly<Record<string, string>> = { ms: 'milliseconds', sec: 'seconds' };

/** JSON Schema of an input. The names of times end in their unit. */
function inputSchema({ name, type }: Variable): object {
  const unit = units[/_([a-z]+)$/.exec(name)?.[1] ?? ''];
  return unit === undefined ? { type } : { type, description: `Unix time in ${unit}` };
}

/**
 * Returns the requests of a guide as a workflow. A value from a response becomes an output of its step; any other variable
 * is an input. A request that needs a value that JSON Pointers cannot express is left out, with the reason in `description`.
 * @param specs URL of the folder of the OpenAPI documents, with a trailing slash
 * @throws Error for a request to no documented operation
 */
export function guideWorkflow(guide: Guide, apis: readonly Api[], specs: string): object {
  const steps: (WorkflowStep | UploadStep)[] = [];
  const requests: (WorkflowStep & { readonly outputs: Record<string, string> })[] = [];
  const inputs: Record<string, object> = {};
  const outputs = new Map<string, { readonly stepId: string; readonly pointer: string }>();
  const left: string[] = [];
  const fromResponse = (name: string): string | undefined => {
    const output = outputs.get(name);
    const step = requests.find(({ stepId }) => stepId === output?.stepId);
    if (!output || !step) return undefined;
    step.outputs[name] = `$response.body#${output.pointer}`;
    return `$steps.${step.stepId}.outputs.${name}`;
  };
  for (const request of guideRequests(guide.source)) {
    if ('upload' in request) {
      const uploadUrl = fromResponse(request.upload);
      if (uploadUrl === undefined) throw new Error(`${guide.name}: no response has the upload URL`);
      steps.push({ stepId: `upload-${steps.length}`, uploadUrl, text: request.text });
      continue;
    }
    const { api, path, body, credentials, assigned } = request;
    const { document } = apis.find(({ config }) => config.name === api) ?? {};
    const operation = document?.allOperations.find((each) => each.path === path);
    if (!operation) throw new Error(`${guide.name}: the ${api} API has no operation at ${path}`);
    const isUnknown = (value: JsonValue): boolean => {
      const variable = readVariable(value);
      if (variable) return outputs.get(variable.name)?.pointer === '';
      return typeof value === 'object' && value !== null && Object.values(value).some(isUnknown);
    };
    if (isUnknown(body)) {
      left.push(operation.title);
      continue;
    }
    const payload = withValues(body, (variable) => {
      const { name } = variable;
      const value = fromResponse(name);
      if (value === undefined) inputs[name] = inputSchema(variable);
      return value ?? `$inputs.${name}`;
    });
    const last = requests.at(-1);
    // A guide repeats a request to wait for a result.
    const isRepeated =
      last?.operation === operation && JSON.stringify(last.payload) === JSON.stringify(payload);
    if (isRepeated) continue;
    const same = requests.filter((step) => step.operation === operation).length;
    const stepId = same === 0 ? operation.id : `${operation.id}-${same + 1}`;
    const keys = sampleRequest(operation).headers.flatMap((header) => {
      if (!('secret' in header)) return [];
      const value = fromResponse(credentials[header.secret] ?? header.secret);
      return value === undefined ? [] : [[header.secret, value] as const];
    });
    // A variable has the identifier that the guide chose, so an earlier run or the sample data may have created it.
    const acceptsConflict = operation.id === 'variable-create';
    const step = { stepId, api, operation, payload, outputs: {}, acceptsConflict };
    requests.push({ ...step, credentials: Object.fromEntries(keys) });
    steps.push(...requests.slice(-1));
    for (const [name, pointer] of Object.entries(assigned)) outputs.set(name, { stepId, pointer });
  }
  const notes = [
    ...(left.length > 0
      ? [
          `Without ${left.join(', ')}: the request needs a value of the response to a previous one that a JSON Pointer cannot express.`,
        ]
      : []),
    ...(steps.some((step) => 'uploadUrl' in step)
      ? [
          'The upload is a step with the extension x-operation of Redocly: its URL comes from a response.',
        ]
      : []),
  ];
  return arazzo(steps, {
    workflowId: guide.name,
    title: guide.title,
    ...(notes.length > 0 && { description: notes.join(' ') }),
    specs,
    inputs,
  });
}

/**
 * Returns the workflows of all guides: texts by path below the base path of the site.
 * @param specs see {@link guideWorkflow}
 */
export async function guideWorkflows(
  guides: readonly Guide[],
  specs: string,
): Promise<ReadonlyMap<string, string>> {
  const apis = await Promise.all(apiConfigs.map(({ name }) => readApi(name)));
  return new Map(
    guides.map((guide) => [
      workflowPath(guide.name),
      `${JSON.stringify(guideWorkflow(guide, apis, specs), null, 2)}\n`,
    ]),
  );
}
