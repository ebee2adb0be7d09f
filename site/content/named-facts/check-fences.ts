import {
  bodyViolation,
  flattenFields,
  schemaFields,
  type JsonValue,
  type Schema,
} from '@anedya-docs/openapi-model';
import { similarNames } from '@anedya-docs/openapi-model/similar-names';
import type { ApiName } from '../api-reference/documents';
import { checkKeys, unknownName } from './check-names';
import type { Facts } from './facts';

/** The schema of a fence. */
interface BodyRequest {
  /** `device/submitdata`. */
  readonly operation: string | undefined;
  readonly part: 'request' | 'response';
  /** Path of the field whose value the fence shows; undefined for a whole body. */
  readonly field: string | undefined;
  /** Topic of a pushed message, without the prefix of the device. */
  readonly topic: string | undefined;
}

const attribute = /(?<=^|\s)(operation|field|pushed)="([^"]*)"/g;
const side = /(?<=^|\s)(request|response)(?=\s|$)/g;

/**
 * Parses `operation="device/submitdata" request` or `pushed="commands"` in the meta string of a fence.
 * @returns the request, undefined when there is none, and the rest of the meta string
 * @throws Error when the attributes are incomplete or contradict each other
 */
export function readFenceMeta(meta: string): {
  readonly request: BodyRequest | undefined;
  readonly rest: string;
} {
  const values = new Map(
    [...meta.matchAll(attribute)].map(([, name = '', value = '']) => [name, value]),
  );
  const [operation, field, topic] = ['operation', 'field', 'pushed'].map((name) =>
    values.get(name),
  );
  if (values.size === 0) return { request: undefined, rest: meta };
  const unquoted = meta.replaceAll(attribute, '');
  const [part, second] = [...unquoted.matchAll(side)].map(([, word]) => word);
  if (topic === undefined) {
    if (operation === undefined) throw new Error('a fence with field= also needs operation=');
    if ((part !== 'request' && part !== 'response') || second !== undefined) {
      throw new Error(`a fence with operation="${operation}" needs "request" or "response"`);
    }
  } else if (operation !== undefined || part !== undefined) {
    throw new Error(`a fence with pushed="${topic}" cannot have operation, request or response`);
  }
  const rest = unquoted.replaceAll(side, '').trim().replaceAll(/\s+/g, ' ');
  return {
    request: { operation, part: part === 'response' ? 'response' : 'request', field, topic },
    rest,
  };
}

/** The schema of one field of a body. */
function part(schema: Schema, field: string, owner: string): Schema {
  const fields = flattenFields(schemaFields(schema));
  const found = fields.find(({ path }) => path === field);
  if (found) return found.schema;
  const paths = fields.map(({ path }) => path);
  const near = similarNames(field, paths);
  throw new Error(
    `${owner} has no field "${field}". It has: ${(near.length > 0 ? near : paths).join(', ')}`,
  );
}

function schemaOf(facts: Facts, { operation: reference, part: side, topic }: BodyRequest): Schema {
  if (topic !== undefined) {
    const pushed = facts.apis.flatMap(({ document }) => document.mqtt?.pushed ?? []);
    const topics = pushed.map((message) => message.topic.replace(facts.topicPrefix, ''));
    const message = pushed[topics.indexOf(topic)];
    if (message) return message.schema;
    throw new Error(
      `no message is pushed on "${topic}". Topics of pushed messages: ${topics.join(', ')}`,
    );
  }
  const [api = '', id = ''] = reference?.split('/') ?? [];
  const operations =
    facts.apis.find(({ config }) => config.name === api)?.document.allOperations ?? [];
  const operation = operations.find((candidate) => candidate.id === id);
  if (!operation) {
    const known = facts.apis.flatMap(({ config, document }) =>
      document.allOperations.map((each) => `${config.name}/${each.id}`),
    );
    const near = similarNames(reference ?? '', known);
    throw new Error(
      `operation="${reference ?? ''}" is unknown. There is: ${(near.length > 0 ? near : known).join(', ')}`,
    );
  }
  if (side === 'request') return operation.request.schema;
  const response = operation.responses.find(({ status }) => status === '200');
  return response?.schema ?? {};
}

/**
 * Validates a body in a guide against the schema of its operation.
 * @throws Error with the location and the violation, or with the unknown name
 */
export function checkBody(facts: Facts, request: BodyRequest, value: JsonValue): void {
  const owner =
    request.topic === undefined
      ? `the ${request.part} of ${request.operation ?? ''}`
      : `the message on ${request.topic}`;
  const whole = schemaOf(facts, request);
  const schema = request.field === undefined ? whole : part(whole, request.field, owner);
  const violation = bodyViolation(schema, value);
  if (!violation) return;
  const location = violation.path.length === 0 ? '' : ` at ${violation.path.join('.')}`;
  throw new Error(`the body does not match the schema of ${owner}${location}: ${violation.reason}`);
}

/** API and path of an operation in a URL: `${ANEDYA_DEVICE_URL:?…}/ota/next` or `device.ap-in-1.anedya.io/v1/ota/next`. */
const address =
  /(?:\$\{?ANEDYA_(?<variable>DEVICE|API)_URL(?:[^}"]*\})?|(?<host>device|api)\.[\w.-]*anedya\.io\/v1\}?)(?<path>\/[\w/]+)/;

/** A topic after the device id: `$ANEDYA_DEVICE_ID/heartbeat/json"`. */
const topicOf =
  /(?:\$?\{?[A-Z_]+\}?|[0-9a-f]{12})\/(?<topic>[\w/]+\/json|response|errors|commands)\b/;

/**
 * The body of a command: the argument of `-d` or `-m` in single quotes, in which `'"$NAME"'` inserts a shell variable, or a
 * heredoc between `<<EOF` and `EOF`, in which the variable alone does.
 */
const bodyOf =
  / -[dm] (?:'(?<quoted>(?:[^']|'"\$(?:\w+|\(\([^)]*\)\))"')*)'|@- <<EOF\n(?<lines>[^]*?)\nEOF)/;

/** Replaces the shell variables of a JSON body with valid values: an id inside quotes, otherwise a timestamp. */
function parseBody(command: string): JsonValue | undefined {
  const { quoted, lines } = bodyOf.exec(command)?.groups ?? {};
  const text = (lines ?? quoted ?? '').replaceAll(/(?:'")?(\$\w+|\$\(\([^)]*\)\))(?:"')?/g, '$1');
  const filled = text
    .replaceAll(/"\$[^"]*"/g, '"00000000-0000-4000-8000-000000000000"')
    .replaceAll(/\$(?:\w+|\(\([^)]*\)\))/g, '1767225600');
  try {
    return JSON.parse(filled) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The operation of a command, from its URL or topic. */
function operationOf(
  facts: Facts,
  command: string,
): { operation?: string; violations: readonly string[] } {
  const { variable, host, path } = address.exec(command)?.groups ?? {};
  const topic = topicOf.exec(command)?.groups?.topic;
  const name = path ?? topic;
  if (name === undefined) return { violations: [] };
  const kind = path === undefined ? 'topic' : 'path';
  const api: ApiName = (variable ?? host)?.toLowerCase() === 'api' ? 'platform' : 'device';
  const operations = facts.apis.find(({ config }) => config.name === api)?.document.allOperations;
  const operation = operations?.find((each) =>
    path === undefined ? each.mqtt?.publish === `${facts.topicPrefix}${name}` : each.path === path,
  );
  if (operation) return { operation: `${api}/${operation.id}`, violations: [] };
  const isOther = kind === 'topic' && facts.names.get(name)?.has('topic');
  if (isOther || facts.lists('names', name)) return { violations: [] };
  const what = kind === 'topic' ? 'the MQTT topic' : `the ${api} API's path`;
  return { violations: [unknownName(facts, name, what, [kind])] };
}

/** A line feed between two commands, but not one in a body or before a continuation line. */
const betweenCommands = /(?<![\\{,[(])\n(?![ \t}\])])/;

/** The commands of a fence with their bodies, each with the number of lines before it. */
function commandsIn(text: string): { readonly command: string; readonly line: number }[] {
  const bodies: string[] = [];
  const withoutBodies = text.replaceAll(
    /<<EOF\n[^]*?\nEOF$/gm,
    (body) => `\0${bodies.push(body) - 1}\0`,
  );
  let line = 0;
  return withoutBodies.split(betweenCommands).map((part) => {
    const command = part.replaceAll(/\0(\d+)\0/g, (_, index) => bodies[Number(index)] ?? '');
    const start = line;
    line += command.split('\n').length;
    return { command, line: start };
  });
}

/**
 * Checks the URLs, topics and JSON bodies of the commands in a shell fence.
 * @returns violations, each with the number of lines of the fence before it
 */
export function checkShell(facts: Facts, text: string): { message: string; line: number }[] {
  return commandsIn(text).flatMap(({ command, line }) => {
    const { operation, violations } = operationOf(facts, command);
    const body = parseBody(command);
    const messages = [...violations];
    if (body !== undefined && operation === undefined) messages.push(...checkKeys(facts, body));
    if (body !== undefined && operation !== undefined) {
      try {
        checkBody(facts, { operation, part: 'request', field: undefined, topic: undefined }, body);
      } catch (error) {
        messages.push(error instanceof Error ? error.message : String(error));
      }
    }
    return messages.map((message) => ({ message, line }));
  });
}
