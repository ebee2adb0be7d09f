import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { DocumentedCall } from '../../support/documented-calls.ts';
import { bearer, deviceKey, type Reply } from '../../support/http-sandbox.ts';
import type { World } from './scenario.ts';

export function keyOf({ project }: World, { api }: DocumentedCall): Record<string, string> {
  const [{ connectionKey }] = project.nodes;
  return api === 'platform' ? bearer(project.apiKey) : deviceKey(connectionKey);
}

export function bodyOf({ http, project }: World, { operation }: DocumentedCall) {
  const { schema, example } = operation.request;
  return bodyWithValues(schema, example, project.examples, http.now);
}

type Way = (world: World, call: DocumentedCall, calls: readonly DocumentedCall[]) => Promise<Reply>;

/** Calls whose example undoes what that of another one has done, by the one to make before. */
const before: Readonly<Record<string, string>> = {
  'platform/node-child-remove': 'platform/node-child-add',
};

/** The unmodified example of the operation. */
const works: Way = async (world, call, calls) => {
  const send = (each: DocumentedCall) =>
    world.http.send(each.path, { headers: keyOf(world, each), body: bodyOf(world, each) });
  const first = calls.find(({ id }) => id === before[call.id]);
  if (first) await send(first);
  return send(call);
};

const isNoJson: Way = (world, call) =>
  world.http.send(call.path, { headers: keyOf(world, call), body: '{' });

const hasNoCredential: Way = ({ http }, call) => http.send(call.path, { body: {} });

/** An access token that allows nothing that any call needs. */
const isNotAllowed: Way = async ({ http, platform }, call) => {
  const policy = { allow: ['streams::connect'] };
  const { body } = await platform('/access/tokens/create', { ttlSec: 60, policy });
  const token = body as unknown as { tokenId: string; token: string };
  return http.send(call.path, { headers: http.signed(token, '{}'), body: '{}' });
};

/** Rejections that all operations share: the status, and the request. */
export function waysOf({ api, operation }: DocumentedCall): readonly (readonly [string, Way])[] {
  const ways: (readonly [string, Way])[] = [
    ['200 to its example', works],
    ['400 to a body that is no JSON', isNoJson],
  ];
  if (!operation.securityOptional) ways.push(['401 without a credential', hasNoCredential]);
  if (api === 'platform') ways.push(['403 to a token without the right', isNotAllowed]);
  return ways;
}
