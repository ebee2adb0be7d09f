import type { JsonValue } from '@anedya-docs/openapi-model';
import type { ApiName } from '../api-reference/documents';

/** A request that a guide sends with curl. */
export interface GuideRequest {
  readonly api: ApiName;
  /** Path of the operation: `/node/create`. */
  readonly path: string;
  /** The body, with a {@link Variable} for each shell variable. */
  readonly body: JsonValue;
  /** Shell variables with the credentials at this point of the guide, by the name that samples use. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Shell variables that the guide assigns from the response, with the JSON Pointer (RFC 6901) of their value. */
  readonly assigned: Readonly<Record<string, string>>;
}

/** An upload of a guide: a file to the URL in a shell variable. */
export interface GuideUpload {
  /** Name of the shell variable. */
  readonly upload: string;
  /** Contents of the file, which the guide creates with `printf`. */
  readonly text: string;
}

/** Where a guide gets the value of a shell variable. */
export interface Variable {
  readonly name: string;
  /** JSON type of the value. */
  readonly type: 'string' | 'integer';
}

/** Marks a variable in the text of a body. The character occurs in no guide. */
const mark = '\u0001';
const marked = new RegExp(`^${mark}(string|integer) (\\w+)$`);

/** Reads a marked text. @returns undefined for any other value */
export function readVariable(value: JsonValue): Variable | undefined {
  const [, type, name] = typeof value === 'string' ? (marked.exec(value) ?? []) : [];
  if (name === undefined) return undefined;
  return { name, type: type === 'integer' ? 'integer' : 'string' };
}

const url = String.raw`"\$\{?ANEDYA_(?<base>API|DEVICE)_URL(?::\?[^}"]*)?\}?(?<path>/[\w/]+)"`;
const quoted = String.raw`'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"`;
const heredoc = String.raw`@- <<EOF\n(?<heredoc>[\s\S]*?)\nEOF$`;
const patterns = [
  // A request.
  String.raw`${url}(?:(?!_URL)[\s\S])*?-d (?:${quoted}|${heredoc})`,
  // An upload.
  String.raw`^curl (?:(?!\n\n)[\s\S])*?-X PUT "\$\{(?<upload>\w+)(?::\?[^}]*)?\}"(?:(?!\n\n)[\s\S])*?--upload-file (?<file>\S+)`,
  // A value from the response, and a copy of a variable.
  String.raw`\b(?<field>\w+)=\$\(jq -r '?(?<filter>\.[^\s']*)(?: // empty')?'? <<<"\$RESPONSE"\)`,
  String.raw`\b(?<copy>\w+)=\$(?:\{(?<first>\w+):-\$\w+\}|(?<other>\w+))`,
];
const statement = new RegExp(patterns.join('|'), 'gm');

/** Parses the body that the shell sends. */
function parseBody(text: string): JsonValue {
  const strings = text.replaceAll(/"\$(\w+)"/g, (_, name: string) => `"${mark}string ${name}"`);
  const values = strings.replaceAll(/\$(\w+)/g, (_, name: string) => `"${mark}integer ${name}"`);
  const escaped = values.replaceAll(mark, String.raw`\u0001`);
  return JSON.parse(escaped) as JsonValue;
}

/** `.uploadUrls[0].url` as a JSON Pointer; undefined for another filter. */
function pointerOf(filter: string): string | undefined {
  if (!/^(?:\.\w+|\[\d+\])+$/.test(filter)) return undefined;
  return filter.replaceAll(/[.[]/g, '/').replaceAll(']', '');
}

/** The text that a guide writes to a file. @throws Error if it does not */
function textOf(file: string, source: string): string {
  for (const [, text, name] of source.matchAll(/^printf '([^'%\\]*)' >(\S+)$/gm)) {
    if (text !== undefined && name === file) return text;
  }
  throw new Error(`no line creates the file that is uploaded: printf '…' >${file}`);
}

/**
 * Reads the requests and uploads that the shell commands of a guide send over HTTP, in page order. Copies of variables are
 * followed.
 * @param source MDX of the guide
 * @throws Error for a body that is not JSON, a fence with a request that cannot be read, or an upload of an unknown file
 */
export function guideRequests(source: string): (GuideRequest | GuideUpload)[] {
  const all: (GuideRequest | GuideUpload)[] = [];
  let last: { assigned: Record<string, string> } | undefined;
  const copies = new Map<string, string>();
  const original = (name: string): string => copies.get(name) ?? name;
  for (const [, fence = ''] of source.matchAll(/^```bash[^\n]*\n([\s\S]*?)\n```$/gm)) {
    let count = 0;
    for (const { groups = {} } of fence.matchAll(statement)) {
      const { base, path, field, filter = '', copy, first, other } = groups;
      const { upload, file = '' } = groups;
      const text = groups.single ?? groups.heredoc ?? groups.double?.replaceAll(/\\(.)/g, '$1');
      const pointer = pointerOf(filter);
      if (upload !== undefined) {
        all.push({ upload, text: textOf(file, source) });
      } else if (text !== undefined) {
        const api = base === 'DEVICE' ? 'device' : 'platform';
        const body = parseBody(
          text.replaceAll(/\$(\w+)/g, (_, name: string) => `$${original(name)}`),
        );
        const names = ['ANEDYA_API_KEY', 'ANEDYA_CONNECTION_KEY'];
        const credentials = Object.fromEntries(names.map((name) => [name, original(name)]));
        last = { assigned: {} };
        all.push({ api, path: path ?? '', body, credentials, ...last });
        count += 1;
      } else if (field !== undefined && last) {
        last.assigned[field] = pointer ?? '';
      } else if (copy !== undefined) {
        copies.set(copy, original(first ?? other ?? ''));
      }
    }
    const stated = fence.match(new RegExp(url, 'gm'))?.length ?? 0;
    if (count !== stated) throw new Error(`a request of this fence cannot be read:\n${fence}`);
  }
  return all;
}
