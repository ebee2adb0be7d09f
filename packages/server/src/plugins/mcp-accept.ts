/** Both types of responses of Streamable HTTP, which the SDK wants to see in each request. */
export const bothTypes = 'application/json, text/event-stream';

/** Types of responses that a client accepts. */
export interface Accepted {
  readonly json: boolean;
  readonly stream: boolean;
}

/** A range that excludes a type has the weight 0, in up to three decimals (RFC 9110, 12.4.2). */
const isExcluded = (parameter: string) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(parameter);

/**
 * Reads `Accept` as HTTP defines it: without the header, a client accepts any type (RFC 9110, 12.5.1). A stream is sent only to a
 * client that names its type: programs such as curl send wildcards and read JSON.
 */
export function acceptedTypes(header = '*/*'): Accepted {
  const ranges = new Map(
    header.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';');
      return [type.trim().toLowerCase(), !parameters.some(isExcluded)] as const;
    }),
  );
  const json = ['application/json', 'application/*', '*/*'].find((type) => ranges.has(type));
  return {
    json: json !== undefined && ranges.get(json) === true,
    stream: ranges.get('text/event-stream') ?? false,
  };
}
