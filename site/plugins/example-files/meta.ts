/** What a fence asks for. */
export interface ExampleRequest {
  /** Path below the folder of examples. */
  readonly file: string;
  /** First and last line, counted from 1: `10-25`. */
  readonly lines: string | undefined;
  /** Name of a region. */
  readonly region: string | undefined;
}

const attribute = /(?<=^|\s)(file|lines|region)=(?:"([^"]*)"|(\S*))/g;

/**
 * Reads the meta string of a fence.
 * @returns the request, undefined when the fence asks for no file, and the meta string without it
 * @throws Error when the attributes contradict each other
 */
export function readMeta(meta: string): {
  readonly request: ExampleRequest | undefined;
  readonly rest: string;
} {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of meta.matchAll(attribute)) {
    if (quoted === undefined) throw new Error(`write ${name}="${bare}" with double quotes`);
    if (values.has(name)) throw new Error(`a fence names ${name} twice`);
    values.set(name, quoted);
  }
  const [file, lines, region] = ['file', 'lines', 'region'].map((name) => values.get(name));
  if (file === undefined) {
    const stray = lines === undefined ? region && 'region' : 'lines';
    if (stray) throw new Error(`a fence with ${stray}= needs file= as well`);
    return { request: undefined, rest: meta };
  }
  if (lines !== undefined && region !== undefined) {
    throw new Error(`file="${file}": lines= and region= exclude each other`);
  }
  const rest = meta.replaceAll(attribute, '').trim().replaceAll(/\s+/g, ' ');
  return { request: { file, lines, region }, rest };
}
