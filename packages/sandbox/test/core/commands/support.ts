import { commandsHandlers } from '../../../src/core/commands/index.ts';
import type { Caller, JsonObject } from '../../../src/core/context.ts';
import { callAsDocumented } from '../../support/contract.ts';
import { TestSandbox } from '../../support/sandbox.ts';

export const day = 86_400_000;

export function device(nodeId: string): Caller {
  return { kind: 'device', nodeId, transport: 'http' };
}

export function token(...nodes: string[]): Caller {
  return { kind: 'token', tokenId: 'token-1', policy: { resources: { nodes }, allow: [] } };
}

/** Device of the node. */
export const deviceId = '00000000-0000-4000-8000-00000000d001';

/** One project with one node, and calls that fit the documents. */
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

  platform(operation: string, body: JsonObject, caller?: Caller): Promise<JsonObject> {
    return callAsDocumented(this.sandbox, this.project, `platform/${operation}`, body, caller);
  }

  device(operation: string, body: JsonObject = {}, nodeId = this.node): Promise<JsonObject> {
    const caller = device(nodeId);
    return callAsDocumented(this.sandbox, this.project, `device/${operation}`, body, caller);
  }

  /** Sends `set-led` to the node, with other fields as told. */
  async send(fields: JsonObject = {}, caller?: Caller): Promise<string> {
    const body = { nodeid: this.node, command: 'set-led', data: 'on', type: 'string', ...fields };
    const { commandId } = await this.platform('commands-send', body, caller);
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
