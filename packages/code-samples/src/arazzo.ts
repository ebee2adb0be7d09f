import type { ExactValue } from '@anedya-docs/openapi-model/typed-number';

import { sampleRequest } from './sample-request.ts';
import type { SampleOperation } from './types.ts';

/** One request of a workflow. */
export interface WorkflowStep {
  /** Letters, digits, `-` and `_`; unique in the workflow. */
  readonly stepId: string;
  readonly api: string;
  readonly operation: SampleOperation & { readonly operationId: string };
  /** The body. A string that is a runtime expression, such as `$inputs.x`, is replaced when the workflow runs. */
  readonly payload: ExactValue;
  /** Runtime expressions of credentials by the name that samples use; an input with that name if absent. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Runtime expressions of values that later steps use. */
  readonly outputs?: Readonly<Record<string, string>>;
  /** Status and value of `success` that the step expects, by default 200 and true. Without `success`, it can be absent. */
  readonly expected?: { readonly status: number; readonly success?: boolean };
  /** Whether the step also succeeds with 409: what it creates exists already. */
  readonly acceptsConflict?: boolean;
}

/** An upload with `PUT` to a URL from a response, which is no operation of a document. */
export interface UploadStep {
  readonly stepId: string;
  /** Runtime expression of the URL. */
  readonly uploadUrl: string;
  /** Contents of the file. */
  readonly text: string;
}

const credentialOf = ({ credentials }: WorkflowStep, name: string) =>
  credentials?.[name] ?? `$inputs.${name}`;

/** Headers of a request, with the credential as a runtime expression. */
function headerParameters(step: WorkflowStep): object[] {
  return sampleRequest(step.operation, { body: step.payload })
    .headers.filter(({ name }) => name !== 'Content-Type')
    .map((header) => ({
      name: header.name,
      in: 'header',
      value:
        'value' in header ? header.value : `${header.prefix}{${credentialOf(step, header.secret)}}`,
    }));
}

/** Names of the inputs with credentials. */
function credentialInputs(steps: readonly (WorkflowStep | UploadStep)[]): string[] {
  const requests = steps.flatMap((step) => ('operation' in step ? [step] : []));
  const names = requests.flatMap((step) =>
    sampleRequest(step.operation).headers.flatMap((header) =>
      'secret' in header ? [credentialOf(step, header.secret)] : [],
    ),
  );
  const inputs = names.filter((name) => name.startsWith('$inputs.'));
  return [...new Set(inputs)].map((name) => name.slice('$inputs.'.length));
}

function requestStep(step: WorkflowStep): object {
  const { stepId, api, operation, payload, outputs, expected, acceptsConflict = false } = step;
  const { status, success } = expected ?? { status: 200, success: true };
  const orConflict = acceptsConflict ? ' || $statusCode == 409' : '';
  const succeeds = { condition: `$response.body#/success == ${success}${orConflict}` };
  return {
    stepId,
    operationId: `$sourceDescriptions.${api}.${operation.operationId}`,
    parameters: headerParameters(step),
    requestBody: { contentType: 'application/json', payload },
    successCriteria: [
      { condition: `$statusCode == ${status}${orConflict}` },
      ...(success === undefined ? [] : [succeeds]),
    ],
    ...(outputs && Object.keys(outputs).length > 0 && { outputs }),
  };
}

/** Arazzo has no requests to a URL of a response: the step uses the extension `x-operation` of Redocly. */
function uploadStep({ stepId, uploadUrl, text }: UploadStep): object {
  return {
    stepId,
    'x-operation': { url: '{uploadUrl}', method: 'put' },
    parameters: [{ name: 'uploadUrl', in: 'path', value: uploadUrl }],
    requestBody: { contentType: 'text/plain', payload: text },
    successCriteria: [{ condition: '$statusCode == 200' }],
  };
}

/**
 * Returns requests as a workflow (Arazzo 1.0.1, https://spec.openapis.org/arazzo/v1.0.1.html).
 * @param options.specs URL of the folder of the OpenAPI documents, with a trailing slash
 * @param options.inputs JSON Schemas of the inputs by name; those for credentials are added
 */
export function arazzo(
  steps: readonly (WorkflowStep | UploadStep)[],
  options: {
    readonly workflowId: string;
    readonly title: string;
    readonly description?: string;
    readonly specs: string;
    readonly inputs?: Readonly<Record<string, object>>;
  },
): object {
  const { workflowId, title, description, specs, inputs } = options;
  const credentials = credentialInputs(steps).map((name) => [name, { type: 'string' }] as const);
  const properties = { ...Object.fromEntries(credentials), ...inputs };
  return {
    arazzo: '1.0.1',
    info: { title, ...(description !== undefined && { description }), version: '1.0.0' },
    sourceDescriptions: [
      ...new Set(steps.flatMap((step) => ('api' in step ? [step.api] : []))),
    ].map((name) => ({
      name,
      url: `${specs}${name}.openapi.yaml`,
      type: 'openapi',
    })),
    workflows: [
      {
        workflowId,
        inputs: { type: 'object', properties, required: Object.keys(properties) },
        steps: steps.map((step) => ('operation' in step ? requestStep(step) : uploadStep(step))),
      },
    ],
  };
}
