import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../packages/openapi-model/src/json-object.ts';
import type { Addresses } from './settings.ts';

export interface Reply {
  readonly status: number;
  readonly body: JsonObject;
}

/** Changes the response to one operation (`platform/node/create`); undefined closes the connection. */
export type Alter = (
  operation: string,
  reply: Reply,
  request: JsonObject,
) => Reply | undefined | Promise<Reply | undefined>;

/** A proxy in front of both APIs that alters their responses. */
export async function startAlteringProxy(target: Addresses, alter: Alter) {
  const requests: string[] = [];
  const forward = async (url: string, headers: NodeJS.Dict<string>, text: string) => {
    const [, api = '', ...rest] = url.split('/');
    const path = rest.join('/');
    const base = api === 'platform' ? target.platform : target.device;
    const response = await fetch(`${base}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: headers.authorization ?? '',
        'auth-mode': headers['auth-mode'] ?? '',
      },
      body: text,
    });
    const reply = { status: response.status, body: (await response.json()) as JsonObject };
    return alter(`${api}/${path}`, reply, JSON.parse(text) as JsonObject);
  };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      requests.push(`${request.url ?? ''} ${text}`);
      const headers = {
        authorization: request.headers.authorization,
        'auth-mode': String(request.headers['auth-mode'] ?? ''),
      };
      forward(request.url ?? '', headers, text).then(
        (reply) => {
          if (!reply) return void request.socket.destroy();
          response.writeHead(reply.status, { 'content-type': 'application/json' });
          return void response.end(JSON.stringify(reply.body));
        },
        () => void request.socket.destroy(),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    addresses: { platform: `${origin}/platform`, device: `${origin}/device` },
    /** URL and body of each request. */
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
