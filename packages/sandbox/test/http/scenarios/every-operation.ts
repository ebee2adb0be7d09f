import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { DocumentedOperation } from '../../support/documented-operations.ts';
import { bearer, deviceKey, type Reply } from '../../support/http-sandbox.ts';
import type { World } from './scenario.ts';

export function keyOf({ project }: World, { api }: DocumentedOperation): Record<string, string> {
  const [{ connectionKey }] = project.nodes;
  return api === 'platform' ? bearer(project.apiKey) : deviceKey(connectionKey);
}

export function bodyOf({ http, project }: World, { operation }: DocumentedOperation) {
  const { schema, example } = operation.request;
  return bodyWithValues(schema, example, project.examples, http.now);
}

type Way = (
  world: World,
  entry: DocumentedOperation,
  operations: readonly DocumentedOperation[],
) => Promise<Reply>;

/** Operations whose example undoes that of another one, by the one to run before. */
const before: Readonly<Record<string, string>> = {
  'platform/node-child-remove': 'platform/node-child-add',
};

/** The unmodified example of the operation. */
const works: Way = async (world, entry, operations) => {
  const send = (each: DocumentedOperation) =>
    world.http.send(each.path, { headers: keyOf(world, each), body: bodyOf(world, each) });
  const first = operations.find(({ id }) => id === before[entry.id]);
  if (first) await send(first);
  return send(entry);
};

const isNoJson: Way = (world, entry) =>
  world.http.send(entry.path, { headers: keyOf(world, entry), body: '{' });

const hasNoCredential: Way = ({ http }, entry) => http.send(entry.path, { body: {} });

/** An access token that allows nothing that any operation needs. */
const isNotAllowed: Way = async ({ http, platform }, entry) => {
  const policy = { allow: ['streams::connect'] };
  const { body } = await platform('/access/tokens/create', { ttlSec: 60, policy });
  const token = body as unknown as { tokenId: string; token: string };
  return http.send(entry.path, { headers: http.signed(token, '{}'), body: '{}' });
};

/** Rejections that all operations share: the status, and the request. */
export function waysOf({
  api,
  operation,
}: DocumentedOperation): readonly (readonly [string, Way])[] {
  const ways: (readonly [string, Way])[] = [
    ['200 to its example', works],
    ['400 to a body that is no JSON', isNoJson],
  ];
  if (!operation.securityOptional) ways.push(['401 without a credential', hasNoCredential]);
  if (api === 'platform') ways.push(['403 to a token without the right', isNotAllowed]);
  return ways;
}
