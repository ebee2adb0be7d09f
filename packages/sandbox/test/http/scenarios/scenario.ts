import type { JsonValue } from '@anedya-docs/openapi-model';
import type { JsonObject } from '../../../src/core/context.ts';
import type { HttpSandbox, Project, Reply } from '../../support/http-sandbox.ts';

/** A new project, and requests to it. */
export interface World {
  readonly http: HttpSandbox;
  readonly project: Project;
  /** Sends a request to the Platform API with the API key. */
  readonly platform: (path: string, body: JsonValue) => Promise<Reply>;
  /** Id of a node that the world makes. */
  readonly newNode: () => Promise<string>;
}

/** A request that is rejected, and how. */
export interface Scenario {
  /** `platform/node-details` */
  readonly operation: string;
  /** Status and reason code; of the Device API the numeric code: `404 node::nodenotfound`, `404 4020`. */
  readonly response: string;
  readonly body: (world: World) => JsonObject | Promise<JsonObject>;
}

/** An id that no project has. */
export const unknownId = '019f0000-0000-7000-8000-00000000ffff';

/** Rejections of one operation: response, then body. */
export function rejections(
  operation: string,
  list: Readonly<Record<string, Scenario['body']>>,
): readonly Scenario[] {
  return Object.entries(list).map(([response, body]) => ({ operation, response, body }));
}

/** Ids of the demo node and of the one without a device. */
export function nodesOf({ project }: World): readonly [string, string] {
  const [{ nodeId: first }, { nodeId: second }] = project.nodes;
  return [first, second];
}
