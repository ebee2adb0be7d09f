import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import type { GuideSandbox, SandboxProject } from '../../guides/support/guide-sandbox.ts';
import { operations, type SampleOperation } from '../../samples/support/operations.ts';

/** A request with a body for its project. */
export interface OwnRequest {
  /** `platform/node-create` */
  readonly name: string;
  readonly entry: SampleOperation;
  readonly project: SandboxProject;
  readonly body: JsonValue;
}

/** Operations that delete or use up something that another operation needs; they have a separate project. */
const apart: ReadonlySet<string> = new Set([
  'platform/node-delete',
  'platform/variables-delete',
  'platform/command-invalidate',
  'platform/assets-delete',
  'platform/deployment-abort',
  'device/valuestore-delete',
  'device/binddevice',
]);

/** Position of an operation in the order of dependencies; 0 for operations without. */
const order: Readonly<Record<string, number>> = {
  // `v-1-ota-next` offers the device what its tags match now, and revokes the demo deployment.
  'device/v-1-ota-status-update': -1,
  // Other requests refer to what they delete.
  'platform/valuestore-delete': 1,
  'platform/access-token-revoke': 1,
};

const minute = 60_000;
const day = 1440 * minute;

/** Lets time pass for projects, which someone reads once a day, a minute before they would expire. */
async function passDays(
  sandbox: GuideSandbox,
  days: number,
  projects: readonly SandboxProject[],
): Promise<void> {
  for (let passed = 0; passed < days; passed += 1) {
    sandbox.advance(day - minute);
    for (const { apiKey } of projects) await sandbox.readProject(apiKey);
  }
  sandbox.advance(days * minute);
}

const nameOf = ({ api, operation }: SampleOperation) => `${api}/${operation.id}`;
const placeOf = (entry: SampleOperation) => order[nameOf(entry)] ?? 0;

/**
 * All operations of both documents, in an order in which each succeeds, with the bodies that the site shows to a reader with
 * a sandbox project. Most of them use one project; those that would conflict with others use another one.
 * @param age of the projects, in days
 */
export async function ownRequests(
  sandbox: GuideSandbox,
  age: number,
): Promise<readonly OwnRequest[]> {
  const [most, other] = [await sandbox.createProject(), await sandbox.createProject()];
  await passDays(sandbox, age, [most, other]);
  const ordered = operations.toSorted((a, b) => placeOf(a) - placeOf(b));
  const own: OwnRequest[] = [];
  for (const entry of ordered) {
    // The current state of the project: each time, it contains another device id without a node.
    const project = await sandbox.readProject((apart.has(nameOf(entry)) ? other : most).apiKey);
    const { schema, example } = entry.operation.request;
    // Timestamps are those of the document, months old: programs compute their own.
    const body = bodyWithValues(schema, example, project.examples);
    own.push({ name: nameOf(entry), entry, project, body });
  }
  return own;
}
