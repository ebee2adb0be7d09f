/** Which schema a fence asks to be held to. */
export interface BodyRequest {
  /** `device/submitdata`. */
  readonly call: string | undefined;
  readonly part: 'request' | 'answer';
  /** Path of the field whose value the fence shows; undefined for the whole body. */
  readonly field: string | undefined;
  /** Topic of a pushed message, without the prefix of the device. */
  readonly topic: string | undefined;
}

const attribute = /(?<=^|\s)(call|field|pushed)="([^"]*)"/g;
const side = /(?<=^|\s)(request|answer)(?=\s|$)/g;

/**
 * Reads `call="device/submitdata" request` or `pushed="commands"` in the meta string of a fence.
 * @returns the request, undefined when the fence makes none, and the meta string without it
 * @throws Error when the attributes are incomplete or contradict each other
 */
export function readFenceMeta(meta: string): {
  readonly request: BodyRequest | undefined;
  readonly rest: string;
} {
  const values = new Map(
    [...meta.matchAll(attribute)].map(([, name = '', value = '']) => [name, value]),
  );
  const [call, field, topic] = ['call', 'field', 'pushed'].map((name) => values.get(name));
  if (values.size === 0) return { request: undefined, rest: meta };
  const unquoted = meta.replaceAll(attribute, '');
  const [part, second] = [...unquoted.matchAll(side)].map(([, word]) => word);
  if (topic === undefined) {
    if (call === undefined) throw new Error('a fence with field= needs call= as well');
    if ((part !== 'request' && part !== 'answer') || second !== undefined) {
      throw new Error(`a fence with call="${call}" says request or answer behind it`);
    }
  } else if (call !== undefined || part !== undefined) {
    throw new Error(
      `a fence with pushed="${topic}" shows no call: leave call, request, answer out`,
    );
  }
  const rest = unquoted.replaceAll(side, '').trim().replaceAll(/\s+/g, ' ');
  return { request: { call, part: part === 'answer' ? 'answer' : 'request', field, topic }, rest };
}
