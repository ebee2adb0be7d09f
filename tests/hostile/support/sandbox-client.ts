import { request as httpRequest } from 'node:http';
import type { Project } from './site-process.ts';

/** A response; the status is 0 if there is none. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Sends a request on a new connection from an address. */
export function send(
  method: string,
  url: string,
  from: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<Reply> {
  return new Promise((resolve) => {
    const options = { method, localAddress: from, agent: false, headers } as const;
    const request = httpRequest(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      const { statusCode: status = 0, headers: received } = response;
      const end = () => resolve({ status, headers: received, body: text });
      response.on('end', end).on('error', end);
    });
    request.on('error', () => resolve({ status: 0, headers: {}, body: '' }));
    request.end(body);
  });
}

export const json = { 'content-type': 'application/json' };

export const bearer = ({ apiKey }: Pick<Project, 'apiKey'>) => ({
  authorization: `Bearer ${apiKey}`,
  ...json,
});

export const deviceKey = ({ nodes: [{ connectionKey }] }: Project) => ({
  authorization: connectionKey,
  'auth-mode': 'key',
  ...json,
});

/** A message for `/mcp` that calls a tool. */
export const toolCall = (name: string, args: unknown, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** Headers of a message for `/mcp`. */
export const mcpHeaders = { ...json, accept: 'application/json, text/event-stream' };
