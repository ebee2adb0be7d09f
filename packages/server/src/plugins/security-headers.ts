import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/**
 * A rule of the `_headers` file of a built site, a format that static hosts share. A line that starts with a slash starts a
 * rule for a path pattern (`*` matches anything, at the end only); the indented `Name: value` lines below it are its headers.
 * The site's build writes the policies to this file, and this server applies them as a static host would.
 */
export interface HeaderRule {
  readonly pattern: string;
  readonly headers: ReadonlyMap<string, string>;
}

/**
 * Parses the text of a `_headers` file.
 * @throws Error naming the line that is neither a pattern nor a header below one
 */
export function parseHeadersFile(text: string): HeaderRule[] {
  const rules: { pattern: string; headers: Map<string, string> }[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return;
    if (line.startsWith('/')) {
      rules.push({ pattern: line.trim(), headers: new Map() });
      return;
    }
    const header = /^\s+([A-Za-z0-9-]+):\s*(.+)$/.exec(line);
    const rule = rules.at(-1);
    if (!header?.[1] || !header[2] || !rule) {
      throw new Error(`_headers:${index + 1}: expected a path pattern or "  Name: value"`);
    }
    rule.headers.set(header[1].toLowerCase(), header[2].trim());
  });
  return rules;
}

/** Returns the headers of every rule that matches a path; a later rule overrides an earlier one. */
export function headersFor(rules: readonly HeaderRule[], path: string): Map<string, string> {
  const result = new Map<string, string>();
  for (const { pattern, headers } of rules) {
    const matches = pattern.endsWith('*')
      ? path.startsWith(pattern.slice(0, -1))
      : path === pattern;
    if (matches) headers.forEach((value, name) => result.set(name, value));
  }
  return result;
}

interface Options {
  readonly rules: readonly HeaderRule[];
}

const oneYear = 31_536_000;

/** Sets the headers of the matching rules, and HSTS (RFC 6797) on a response over TLS. */
export function applyPolicies(
  rules: readonly HeaderRule[],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const path = request.url.split('?', 1)[0] ?? '/';
  headersFor(rules, path).forEach((value, name) => void reply.header(name, value));
  if (request.protocol === 'https') {
    void reply.header('strict-transport-security', `max-age=${oneYear}; includeSubDomains`);
  }
}

/** Sets the headers of the site's `_headers` file on every response. */
export default fp<Options>(
  (app: FastifyInstance, { rules }: Options, done: () => void) => {
    app.addHook('onRequest', (request, reply, next) => {
      applyPolicies(rules, request, reply);
      next();
    });
    done();
  },
  { name: 'security-headers' },
);
