import type { JsonValue, ValueKind } from '@anedya-docs/openapi-model';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { DocumentedOperation } from '../../support/documented-operations.ts';
import { bearer, deviceKey, type Reply } from '../../support/http-sandbox.ts';
import { unknownId, type World } from './scenario.ts';

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

/** The key of a node without a device, or a wrong secret. */
const isNoDevice: Way = ({ http, project, ...world }, entry) => {
  const body = bodyOf({ http, project, ...world }, entry);
  const sent =
    entry.id === 'device/binddevice' ? { ...(body as object), bindingsecret: 'a' } : body;
  return http.send(entry.path, { headers: deviceKey(project.nodes[1].connectionKey), body: sent });
};

const ids: readonly ValueKind[] = [
  ...(['node id', 'spare node id', 'command id', 'asset id', 'failed asset id'] as const),
  ...(['new asset id', 'deployment id', 'token id'] as const),
];

/** Names that no project has, for the fields of a body that name something. */
const unknownNames: Readonly<Record<string, string>> = {
  key: 'unknown',
  variable: 'unknown',
  tokenId: 'unknown',
  parentId: unknownId,
  nodeid: unknownId,
  assetId: unknownId,
};

function withUnknownNames(body: JsonValue): JsonValue {
  if (Array.isArray(body)) return body.map(withUnknownNames);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? (unknownNames[name] ?? value) : withUnknownNames(value),
    ]),
  );
}

/** A request that names what the project does not have. */
const isUnknown: Way = (world, entry) => {
  const { schema, example } = entry.operation.request;
  const unknown = Object.fromEntries(ids.map((kind) => [kind, unknownId]));
  const { http, project } = world;
  const body = bodyWithValues(schema, example, { ...project.examples, ...unknown }, http.now);
  return http.send(entry.path, { headers: keyOf(world, entry), body: withUnknownNames(body) });
};

/** What to run before an operation so that its example conflicts with the state, unless that is the operation itself. */
const conflicting: Readonly<Record<string, string>> = {
  'platform/node-authorize': 'platform/node-create',
  'platform/assets-delete': 'platform/deployments-create',
  'device/v-1-ota-status-update': 'platform/deployment-abort',
};

const conflicts: Way = async (world, entry, operations) => {
  const first = operations.find(({ id }) => id === (conflicting[entry.id] ?? entry.id)) ?? entry;
  await world.http.send(first.path, { headers: keyOf(world, first), body: bodyOf(world, first) });
  const { project } = world;
  // The example of "Delete an asset" is one that no deployment uses.
  const used = { ...project.examples, 'new asset id': project.examples['asset id'] };
  const body = bodyOf(
    entry.id === 'platform/assets-delete'
      ? { ...world, project: { ...project, examples: used } }
      : world,
    entry,
  );
  return world.http.send(entry.path, { headers: keyOf(world, entry), body });
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
  const documents = (status: string) => operation.responses.some((each) => each.status === status);
  if (api === 'device' && documents('403')) ways.push(['403 to no device', isNoDevice]);
  if (documents('404')) ways.push(['404 to unknown ids and names', isUnknown]);
  if (documents('409')) ways.push(['409 to a state that conflicts', conflicts]);
  if (!operation.securityOptional) ways.push(['401 without a credential', hasNoCredential]);
  if (api === 'platform') ways.push(['403 to a token without the right', isNotAllowed]);
  return ways;
}
