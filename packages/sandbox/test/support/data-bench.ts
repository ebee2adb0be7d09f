import { vi } from 'vitest';
import { aggregatesHandlers } from '../../src/core/aggregates/index.ts';
import type { Principal, JsonObject, Policy } from '../../src/core/context.ts';
import { dataHandlers } from '../../src/core/data/index.ts';
import { deviceHandlers } from '../../src/core/device.ts';
import { logsHandlers } from '../../src/core/logs.ts';
import { valueStoreHandlers } from '../../src/core/value-store/index.ts';
import { variablesHandlers } from '../../src/core/variables.ts';
import { requestAsDocumented } from './contract.ts';
import { TestSandbox } from './sandbox.ts';

// The first call of a file reads both documents, in a hook: on a busy machine that takes longer than the ten seconds of a
// hook. Tests have more already.
vi.setConfig({ hookTimeout: 120_000 });

/** A node id that no project has. */
export const unknownNode = '019f0000-0000-7000-8000-00000000ffff';

export function deviceOf(nodeId: string, transport: 'http' | 'mqtt' = 'http'): Principal {
  return { kind: 'device', nodeId, transport };
}

export function tokenFor(resources: Policy['resources']): Principal {
  return { kind: 'token', tokenId: 'token', policy: { resources, allow: [] } };
}

/** One point as a device submits it. */
export interface Submitted extends JsonObject {
  variable: string;
  /** Milliseconds. */
  timestamp: number;
}

/** Device of the node. */
export const deviceId = '00000000-0000-4000-8000-00000000d001';

/** A sandbox with one project, `p`, with one node; every request to it must fit the documents. */
export class DataBench {
  private constructor(
    readonly sandbox: TestSandbox,
    readonly node: string,
  ) {}

  static async open(): Promise<DataBench> {
    const sandbox = await TestSandbox.open({
      ...variablesHandlers,
      ...dataHandlers,
      ...aggregatesHandlers,
      ...logsHandlers,
      ...deviceHandlers,
      ...valueStoreHandlers,
    });
    await sandbox.project('p');
    return new DataBench(sandbox, await sandbox.node('p', deviceId));
  }

  platform(operation: string, body: JsonObject, principal?: Principal): Promise<JsonObject> {
    return requestAsDocumented(this.sandbox, 'p', `platform/${operation}`, body, principal);
  }

  device(operation: string, body: JsonObject, nodeId = this.node): Promise<JsonObject> {
    return requestAsDocumented(this.sandbox, 'p', `device/${operation}`, body, deviceOf(nodeId));
  }

  variable(variable: string, type = 'float', ttl = 0): Promise<JsonObject> {
    return this.platform('variable-create', { name: variable, variable, type, ttl });
  }

  submit(data: Submitted[], nodeId = this.node): Promise<JsonObject> {
    return this.device('submitdata', { data }, nodeId);
  }
}
