import { limits } from '../limits.ts';
import { faults } from './faults.ts';
import type { Policy } from './policy.ts';

const shape = /^https?:\/\/([^/?#]*)(\/[^?#]*)?(?:\?[^#]*)?$/i;
const authority = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[1-9]\d{0,4})?$/i;
/** Escapes of dot, slash, backslash, percent and control characters: hosts disagree on when they decode them. */
const ambiguousEscape = /%(?:2[ef5]|5c|[01][0-9a-f]|7f|(?![0-9a-f]{2}))/i;
/** Dot segments, also those with a path parameter, which some hosts drop first. */
const dotSegment = /\/\.{1,2}(?:[/;]|$)/;

/**
 * Reads the absolute URL that a request is meant for. It must be in the normal form of the WHATWG URL standard already:
 * what one program reads as a host or a path and another program reads otherwise is refused, not mended.
 * @throws ProxyFault `target_invalid`
 */
export function parseTarget(text: string): URL {
  if (text.length > limits.proxy.targetLength) {
    throw faults.targetInvalid(`A target may have ${limits.proxy.targetLength} characters`);
  }
  if (/[^\x21-\x7e]|\\/.test(text)) {
    throw faults.targetInvalid('The target has characters that no URL has');
  }
  const parts = shape.exec(text);
  if (!parts) {
    const merged = /^https?:\/[^/]/i.test(text);
    throw merged
      ? faults.targetInvalid(
          'The target has one slash after its scheme',
          'A proxy in front of this server merges slashes: tell its operator to leave paths as they are.',
        )
      : faults.targetInvalid('The target is not an absolute http or https URL');
  }
  const [, host = '', path = '/'] = parts;
  if (host.includes('@')) {
    throw faults.targetInvalid(
      'The target carries user info before its host',
      'Send credentials in the headers that the reference names, never in the URL.',
    );
  }
  if (!authority.test(host) || !URL.canParse(text)) {
    throw faults.targetInvalid('The target has no valid host and port');
  }
  const url = new URL(text);
  if (url.pathname !== path || ambiguousEscape.test(path) || dotSegment.test(path)) {
    throw faults.targetInvalid(
      'The path of the target can be read in more than one way',
      'Write the path without dot segments and without escaped dots, slashes and percent signs.',
    );
  }
  return url;
}

/**
 * Checks that a URL is one the proxy may call.
 * @throws ProxyFault `target_not_allowed`
 */
export function checkTarget(url: URL, { destinations }: Policy): void {
  const destination = destinations.get(url.origin);
  if (!destination) throw faults.originNotServed(url.host);
  const { basePaths } = destination;
  if (!basePaths.some((basePath) => url.pathname.startsWith(basePath))) {
    throw faults.pathNotServed(basePaths);
  }
}
