import { commandsHandlers } from '../../../src/core/commands/index.ts';
import type { Principal, JsonObject } from '../../../src/core/context.ts';
import { requestAsDocumented } from '../../support/contract.ts';
import { TestSandbox } from '../../support/sandbox.ts';

export const day = 86_400_000;

export function device(nodeId: string): Principal {
  return { kind: 'device', nodeId, transport: 'http' };
}

export function token(...nodes: string[]): Principal {
  return { kind: 'token', tokenId: 'token-1', policy: { resources: { nodes }, allow: [] } };
}

/** Device of the node. */
export const deviceId = '00000000-0000-4000-8000-00000000d001';

/** One project with one node, and requests that fit the documents. */
export class CommandBench {
  private constructor(
    readonly sandbox: TestSandbox,
    readonly project: string,
    readonly node: string,
  ) {}

  static async open(): Promise<CommandBench> {
    const sandbox = await TestSandbox.open(commandsHandlers);
    const project = await sandbox.project('project-1');
    return new CommandBench(sandbox, project, await sandbox.node(project, deviceId));
  }

  platform(operation: string, body: JsonObject, principal?: Principal): Promise<JsonObject> {
    return requestAsDocumented(
      this.sandbox,
      this.project,
      `platform/${operation}`,
      body,
      principal,
    );
  }

  device(operation: string, body: JsonObject = {}, nodeId = this.node): Promise<JsonObject> {
    const principal = device(nodeId);
    return requestAsDocumented(this.sandbox, this.project, `device/${operation}`, body, principal);
  }

  /** Sends `set-led` to the node, with other fields as told. */
  async send(fields: JsonObject = {}, principal?: Principal): Promise<string> {
    const body = { nodeid: this.node, command: 'set-led', data: 'on', type: 'string', ...fields };
    const { commandId } = await this.platform('commands-send', body, principal);
    return commandId as string;
  }

  report(commandId: string, status: string, fields: JsonObject = {}): Promise<JsonObject> {
    return this.device('commands-update-status', { commandId, status, ...fields });
  }

  /** Ids in a list of the device. */
  async queue(): Promise<unknown[]> {
    const { commands } = await this.device('commands-list');
    return (commands as JsonObject[]).map(({ commandId }) => commandId);
  }
}
