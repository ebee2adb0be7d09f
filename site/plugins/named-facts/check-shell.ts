import type { JsonValue } from '@anedya-docs/openapi-model';
import type { ApiName } from '../api-reference/documents';
import { checkBody } from './check-body';
import { checkKeys } from './check-json';
import type { Facts } from './facts';
import { unknownName } from './unknown-name';

/** `${ANEDYA_DEVICE_URL:?…}/ota/next` or `device.ap-in-1.anedya.io/v1/ota/next`: which API, then the path of the call. */
const address =
  /(?:\$\{?ANEDYA_(?<variable>DEVICE|API)_URL(?:[^}"]*\})?|(?<host>device|api)\.[\w.-]*anedya\.io\/v1\}?)(?<path>\/[\w/]+)/;

/** `$ANEDYA_DEVICE_ID/heartbeat/json"`: a topic behind the id of the device. */
const topicOf =
  /(?:\$?\{?[A-Z_]+\}?|[0-9a-f]{12})\/(?<topic>[\w/]+\/json|response|errors|commands)\b/;

/**
 * The body behind `-d` or `-m`, in single quotes, where `'"$NAME"'` puts a variable of the shell into it; or the lines
 * between `<<EOF` and `EOF`, where the variable alone does.
 */
const bodyOf =
  / -[dm] (?:'(?<quoted>(?:[^']|'"\$(?:\w+|\(\([^)]*\)\))"')*)'|@- <<EOF\n(?<lines>[^]*?)\nEOF)/;

/** A JSON body with something that fits in place of the shell's variables: an id in quotes, otherwise a time. */
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

/** The call a command names by address or topic. */
function callOf(facts: Facts, command: string): { call?: string; faults: readonly string[] } {
  const { variable, host, path } = address.exec(command)?.groups ?? {};
  const topic = topicOf.exec(command)?.groups?.topic;
  const name = path ?? topic;
  if (name === undefined) return { faults: [] };
  const kind = path === undefined ? 'topic' : 'path';
  const api: ApiName = (variable ?? host)?.toLowerCase() === 'api' ? 'platform' : 'device';
  const operations = facts.apis.find(({ place }) => place.name === api)?.document.operations;
  const operation = operations?.find((each) =>
    path === undefined ? each.mqtt?.publish === `${facts.topicPrefix}${name}` : each.path === path,
  );
  if (operation) return { call: `${api}/${operation.id}`, faults: [] };
  const isOther = kind === 'topic' && facts.names.get(name)?.has('topic');
  if (isOther || facts.lists('names', name)) return { faults: [] };
  const what = kind === 'topic' ? 'the MQTT topic' : `the ${api} API's path`;
  return { faults: [unknownName(facts, name, what, [kind])] };
}

/** A line feed between two commands: none of a body, and none before a line that goes on. */
const betweenCommands = /(?<![\\{,[(])\n(?![ \t}\])])/;

/** The commands of a fence, with their bodies, each with the number of lines before it. */
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
 * Checks the addresses, topics and JSON bodies of the commands in a shell fence.
 * @returns each fault with the number of lines of the fence before it
 */
export function checkShell(facts: Facts, text: string): { message: string; line: number }[] {
  return commandsIn(text).flatMap(({ command, line }) => {
    const { call, faults } = callOf(facts, command);
    const body = parseBody(command);
    const messages = [...faults];
    if (body !== undefined && call === undefined) messages.push(...checkKeys(facts, body));
    if (body !== undefined && call !== undefined) {
      try {
        checkBody(facts, { call, part: 'request', field: undefined, topic: undefined }, body);
      } catch (error) {
        messages.push(error instanceof Error ? error.message : String(error));
      }
    }
    return messages.map((message) => ({ message, line }));
  });
}
