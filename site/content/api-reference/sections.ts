import {
  codeAnchor,
  failureExample,
  flattenFields,
  schemaFields,
  type OperationResponse,
  type Code,
  type Field,
  type Operation,
  type SecurityScheme,
} from '@anedya-docs/openapi-model';
import { recipes } from '../../src/contracts/error-recipes';
import type { ApiName } from './documents';
import { bodyFields, fieldList, withExamples } from './fields';
import { element, fence, inlineCode, jsonFence, unconfirmedNotice } from './markdown';

/** Joins the blocks of a section, without empty ones. */
const section = (...blocks: readonly string[]) =>
  blocks.filter((block) => block !== '').join('\n\n');

const signatureGuide = '/features/access-tokens/authentication/';

/** Header lines of a security scheme, with placeholders in angle brackets for secrets. */
export function credentialHeaders(scheme: SecurityScheme): string {
  const secret = { bearer: 'Bearer <API key>', key: '<connection key>', signature: 'ANEDYASIGV1' };
  const extra = Object.entries(scheme.extraHeaders).map(([name, value]) => `${name}: ${value}`);
  return [...extra, `${scheme.header}: ${secret[scheme.kind]}`].join('\n');
}

function schemeText(scheme: SecurityScheme, permission: string | undefined): string {
  if (scheme.kind === 'signature') {
    const need = permission === undefined ? '' : ` with the permission ${inlineCode(permission)}`;
    return `Alternatively, [sign the request](${signatureGuide}) with an access token${need}.`;
  }
  const text = {
    bearer: 'Send the API key of your project. Keep it on your server.',
    key: 'Send the connection key of the node without a prefix.',
  }[scheme.kind];
  return section(text, fence('http', 'title="Headers"', credentialHeaders(scheme)));
}

/** The credentials that an operation accepts. */
export function authenticationSection(operation: Operation): string {
  return section(
    '## Authentication',
    ...operation.security.map((scheme) => schemeText(scheme, operation.permission)),
    operation.securityOptional
      ? 'Devices also send this request without these headers. Whether they are optional is unconfirmed.'
      : '',
  );
}

/** The fields of the request body. */
export function requestSection({ request }: Operation): string {
  const empty = 'Send an empty JSON object: `{}`.';
  return section('## Request body', bodyFields('request', request.schema, empty));
}

const isSuccess = (response: OperationResponse) => response.status.startsWith('2');

const examples = ({ examples: list }: OperationResponse, title: string) =>
  list.map(({ summary, value }) => jsonFence(value, summary ? `${title}: ${summary}` : title));

/** Example bodies of successful responses. */
export function successExamples(operation: Operation): string[] {
  return operation.responses
    .filter(isSuccess)
    .flatMap((response) => examples(response, 'Response'));
}

/** Names of the fields that error responses contain too. In a successful response they carry no data, so they come last. */
function statusFields(operation: Operation): ReadonlySet<string> {
  const errors = operation.responses.filter((response) => !isSuccess(response));
  return new Set(errors.flatMap(({ schema }) => schemaFields(schema).map(({ name }) => name)));
}

/** Names and types of a field and of the fields inside it. */
const shape = ({ name, type, children }: Field): string =>
  JSON.stringify([name, type, children.map(shape)]);

/** Whether a response field repeats an object of the request, whose fields the page has already described. */
function echoes({ request }: Operation): (field: Field) => boolean {
  const known = new Set(flattenFields(schemaFields(request.schema)).map(shape));
  return (field) => known.has(shape(field));
}

/** The fields of a successful response. Its examples are next to the code samples. */
export function responseSection(operation: Operation): string {
  const names = statusFields(operation);
  const context = { part: 'response', isFolded: echoes(operation) } as const;
  const blocks = operation.responses.filter(isSuccess).flatMap(({ description, schema }) => {
    const fields = schemaFields(schema);
    const data = fields.filter(({ name }) => !names.has(name));
    const status = fields.filter(({ name }) => names.has(name));
    return [
      description,
      data.length === 0 ? '' : fieldList(context, data),
      status.length === 0
        ? ''
        : element(
            'Nested',
            {
              label: 'Status fields',
              folded: data.length > 0,
              repeated: data.length > 0,
            },
            [fieldList(context, status)],
          ),
    ];
  });
  return section('## Response', ...blocks);
}

/** A documented status in words. */
const statusName = (status: string) =>
  ({ '4XX': 'Other 4XX', default: 'Any other status' })[status] ?? status;

/** Error responses of an operation, which all have the same fields. */
function errorResponses(operation: Operation): string[] {
  const example = failureExample(operation);
  const errors = operation.responses.filter((response) => !isSuccess(response));
  const [first] = errors;
  if (!first) return [];
  const entries = errors.map(({ status, description, isSandbox }) => {
    const name = isSandbox ? `${statusName(status)} (in the sandbox)` : statusName(status);
    return errors.length === 1 ? description : `- **${name}:** ${description.trim()}`;
  });
  return [
    entries.join('\n'),
    element('Nested', { label: 'Fields of an error response', folded: true, repeated: true }, [
      fieldList(
        { part: 'failure' },
        withExamples(schemaFields(first.schema), example?.value ?? {}),
      ),
    ]),
    example
      ? jsonFence(example.value, ['Error response', example.code].filter(Boolean).join(': '))
      : '',
  ];
}

/** Whether a request cannot get this code in the sandbox. */
function hasNoRecipe(code: string): boolean {
  const recipe = recipes[code];
  return recipe === undefined || 'reason' in recipe;
}

/**
 * Reason or error codes as an MDX list, with cause and fix.
 * @param rest Markdown after an entry of the catalog; empty on the page of an operation
 * @param operation of the page: `platform/node-create`
 */
export function codeList(
  codes: readonly Code[],
  rest: (code: string) => string = () => '',
  operation?: string,
): string {
  const entry = ({ code, transport, meaning, cause, remedy }: Code) =>
    element('Code', { id: codeAnchor(code), code, transport, noRecipe: hasNoRecipe(code) }, [
      meaning,
      `**Why.** ${cause}`,
      `**Fix.** ${remedy}`,
      rest(code),
    ]);
  return element('Codes', { operation }, codes.map(entry));
}

/** Name of the numeric error code in the responses of an operation. */
function numericField(operation: Operation): string {
  const names = statusFields(operation);
  const fields = operation.responses.flatMap(({ schema }) => schemaFields(schema));
  return fields.find(({ name, type }) => names.has(name) && type === 'integer')?.name ?? 'code';
}

function codesBlock(api: ApiName, operation: Operation): string[] {
  const { reasonCodes, errorCodes } = operation;
  if (reasonCodes.length === 0 && errorCodes.length === 0) {
    const field = inlineCode(numericField(operation));
    return [
      `No error code is documented for this operation. Any ${field} other than \`0\` is an error, and \`error\` describes it.`,
    ];
  }
  const field = reasonCodes.length > 0 ? 'reasonCode' : numericField(operation);
  return [
    `Known values of ${inlineCode(field)} for this operation. Others may exist.`,
    codeList([...reasonCodes, ...errorCodes], undefined, `${api}/${operation.id}`),
  ];
}

/** Error responses of an operation and their codes. */
export function errorsSection(api: ApiName, operation: Operation): string {
  return section('## Errors', ...errorResponses(operation), ...codesBlock(api, operation));
}

/** MQTT topics, differences from HTTP, and programs; empty for an operation without MQTT. */
export function mqttSection({ mqtt }: Operation): string {
  if (!mqtt) return '';
  const topic = (label: string, name: string) => `- ${label}: ${inlineCode(name)}`;
  return section(
    '## MQTT',
    'Publish the same body over MQTT. `{deviceId}` is the UUID of the device. To connect, see [MQTT endpoints](/device/mqtt-endpoints/).',
    [
      topic('Publish to', mqtt.publish),
      ...mqtt.responseTopics.map((name) => topic('Subscribe to', name)),
    ].join('\n'),
    mqtt.provisional === undefined ? '' : unconfirmedNotice(mqtt.provisional),
    mqtt.differences.map((difference) => `- ${difference}`).join('\n'),
    '<Samples group="mqtt" tabs={samples.mqtt} />',
    'A board cannot reach a sandbox at `localhost`: [use an address of your network](/essentials/hardware-checklist/#sandbox-on-a-board) instead.',
  );
}
