import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import { environment } from '../../examples/support/run-example.ts';
import type { Api } from '../../samples/support/operations.ts';
import { temporaryFolder } from '../../samples/support/folders.ts';
import { BashSession, type ScriptResult } from './bash-session.ts';
import type { Device } from './device-listener.ts';
import type { Fence } from './fences.ts';
import {
  post,
  type JsonResponse,
  type GuideSandbox,
  type SandboxProject,
} from './guide-sandbox.ts';
import { jsonIn } from './json-output.ts';
import { idsIn, idsOfVariables, idVariables, withOwnIds, type OwnIds } from './own-ids.ts';
import { shapeDifference } from './shape.ts';

/** Languages whose fences run unchanged: ids, addresses and keys come from the environment. */
const code: readonly string[] = ['bash', 'python', 'javascript', 'go', 'html'];

/** The address that the site replaces with its own. */
const shownSandbox = 'http://localhost:3000/sandbox';

/** Follows pages, one fence after the other, in one shell that starts in an empty folder, with a sandbox project. */
export class Reader {
  readonly ids: OwnIds = {};
  /** Standard output of the last fences. */
  outputs: string[] = [];
  private lastRun: Fence | undefined;
  private ownProject: SandboxProject | undefined;

  private constructor(
    readonly shell: BashSession,
    readonly sandbox: GuideSandbox,
    private readonly removeFolder: () => Promise<void>,
  ) {}

  /** Starts in an empty folder with no variables set. */
  static async open(sandbox: GuideSandbox): Promise<Reader> {
    const [folder, remove] = await temporaryFolder();
    const shell = await BashSession.open(folder, environment({}));
    return new Reader(shell, sandbox, remove);
  }

  /** The project that the shell uses. @throws Error before a setup block has run */
  get project(): SandboxProject {
    if (!this.ownProject) throw new Error('no setup block has run');
    return this.ownProject;
  }

  async close(): Promise<void> {
    await this.shell.close();
    await this.removeFolder();
  }

  /** The text of a fence with the address of the site, and in responses with the ids of the shell's project. */
  textOf({ text, language }: Fence): string {
    const own = code.includes(language) ? text : withOwnIds(text, this.ids);
    return own.replaceAll(shownSandbox, this.sandbox.url);
  }

  /** Records the ids that a fence has created, from its output and from shell variables. */
  private async learn(stdout: string): Promise<void> {
    for (const response of jsonIn(stdout)) Object.assign(this.ids, idsIn(response));
    const values = await this.shell.run(idVariables.map((name) => `echo "$${name}"`).join('\n'));
    Object.assign(this.ids, idsOfVariables(values.stdout.split('\n')));
  }

  private note(fence: Fence, ran: ScriptResult): void {
    // Programs in tabs do the same: the text below applies to each.
    const isNext =
      this.lastRun?.attributes.file !== undefined &&
      fence.attributes.file !== undefined &&
      this.lastRun.section === fence.section;
    this.outputs = isNext ? [...this.outputs, ran.stdout] : [ran.stdout];
    this.lastRun = fence;
  }

  /** Runs a text and expects success. @param typed input */
  async execute(fence: Fence, script: string, typed = ''): Promise<ScriptResult> {
    const ran = await this.shell.run(script, typed);
    this.note(fence, ran);
    await this.learn(ran.stdout);
    expect({ ...ran, stdout: '' }, ran.stdout).toEqual({ code: 0, stdout: '', stderr: '' });
    return ran;
  }

  /** Runs a shell fence and expects that all responses in its output are successful. */
  async run(fence: Fence, typed = ''): Promise<ScriptResult> {
    const ran = await this.execute(fence, this.textOf(fence), typed);
    for (const response of jsonIn(ran.stdout)) {
      if ('success' in response) expect(response).toMatchObject({ success: true, error: '' });
    }
    return ran;
  }

  /** Saves a program under the file name on the page. */
  async save(fence: Fence): Promise<void> {
    const { title } = fence.attributes;
    if (title === undefined) throw new Error('the page has no file name for this program');
    await writeFile(path.join(this.shell.folder, title), `${this.textOf(fence)}\n`);
  }

  /** Compares a response on a page with the last one in the output. */
  compareResponse(fence: Fence): void {
    const shown = JSON.parse(this.textOf(fence)) as JsonValue;
    expect(this.outputs.length).toBeGreaterThan(0);
    for (const output of this.outputs) {
      const real = jsonIn(output).at(-1);
      expect(real, `no response in ${JSON.stringify(output)}`).toBeDefined();
      expect(shapeDifference(shown, real ?? null), JSON.stringify(real)).toBeUndefined();
    }
  }

  /** Compares an output on a page with the end of the actual output. */
  compareText(fence: Fence): void {
    const shown = this.textOf(fence);
    const ends = this.outputs.map((output) => output.trim().slice(-shown.length));
    expect(ends).toEqual(this.outputs.map(() => shown));
  }

  /** Value of a variable in the shell. */
  async variable(name: string): Promise<string> {
    return (await this.shell.run(`printf %s "$${name}"`)).stdout;
  }

  /** Uses the project of the shell from now on. */
  async adopt(): Promise<void> {
    const apiKey = await this.variable('ANEDYA_API_KEY');
    this.ownProject = await this.sandbox.readProject(apiKey);
    this.ids.secondNodeId = this.project.nodes[1].nodeId;
    await this.learn('');
  }

  /** Sends a request with the API key of the project, or as the device. */
  async request(api: Api, operationPath: string, body: JsonValue): Promise<JsonResponse> {
    const { platformUrl, deviceUrl, apiKey } = this.project;
    if (api === 'platform') {
      return post(platformUrl + operationPath, body, { Authorization: `Bearer ${apiKey}` });
    }
    const { connectionKey } = await this.device();
    const headers = { 'Auth-mode': 'key', Authorization: connectionKey };
    return post(deviceUrl + operationPath, body, headers);
  }

  /** The device that the reader's computer simulates. */
  async device(): Promise<Device> {
    const connectionKey = await this.variable('ANEDYA_CONNECTION_KEY');
    return { deviceId: this.ids.deviceId ?? '', connectionKey, ca: this.sandbox.ca };
  }
}
