import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import type { GuideSandbox, SandboxProject } from '../../guides/support/guide-sandbox.ts';
import { calls, type Call } from '../../samples/support/calls.ts';

/** A call with a body that its project knows. */
export interface OwnCall {
  /** `platform/node-create` */
  readonly name: string;
  readonly call: Call;
  readonly project: SandboxProject;
  readonly body: JsonValue;
}

/** Calls that delete or use up something another call of the list needs; they have a separate project. */
const apart: ReadonlySet<string> = new Set([
  'platform/node-delete',
  'platform/variables-delete',
  'platform/command-invalidate',
  'platform/assets-delete',
  'platform/deployment-abort',
  'device/valuestore-delete',
  'device/binddevice',
]);

/** Place in the order of calls that something depends on; 0 for the others. */
const order: Readonly<Record<string, number>> = {
  // `v-1-ota-next` offers the device what its tags match now, and takes the demo deployment back.
  'device/v-1-ota-status-update': -1,
  // What they remove is named by others.
  'platform/valuestore-delete': 1,
  'platform/access-token-revoke': 1,
};

const nameOf = ({ api, operation }: Call) => `${api}/${operation.id}`;
const placeOf = (call: Call) => order[nameOf(call)] ?? 0;

/**
 * All calls of both documents in an order in which each succeeds, with the bodies that the site shows to a reader who has a
 * project of the sandbox. One project takes most of them, another those that would be in their way.
 */
export async function ownCalls(sandbox: GuideSandbox): Promise<readonly OwnCall[]> {
  const [most, other] = [await sandbox.createProject(), await sandbox.createProject()];
  const ordered = calls.toSorted((a, b) => placeOf(a) - placeOf(b));
  const own: OwnCall[] = [];
  for (const call of ordered) {
    // As it is now: each time it names another device that no node has.
    const project = await sandbox.readProject((apart.has(nameOf(call)) ? other : most).apiKey);
    const { schema, example } = call.operation.request;
    // Its points in time stay those of the document, months old: programs compute their own.
    const body = bodyWithValues(schema, example, project.examples);
    own.push({ name: nameOf(call), call, project, body });
  }
  return own;
}
