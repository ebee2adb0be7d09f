import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import { environment } from '../../examples/support/run-example.ts';
import type { Api } from '../../samples/support/calls.ts';
import { temporaryFolder } from '../../samples/support/folders.ts';
import { BashSession, type Ran } from './bash-session.ts';
import type { Device } from './device-listener.ts';
import type { Fence } from './fences.ts';
import { post, type Answer, type GuideSandbox, type SandboxProject } from './guide-sandbox.ts';
import { jsonIn } from './json-output.ts';
import { idsIn, withOwnIds, type OwnIds } from './own-ids.ts';
import { shapeFault } from './shape.ts';

const caFile = 'anedya-root-ca-3.pem';

/** As on the site: a program to fill in takes its credentials from the environment, or has a line for them. */
const program = /\bANEDYA_[A-Z]|\bYOUR-[A-Z]/;

/** What programs find in their environment before the first page sets anything. */
function addresses({ platformUrl, deviceUrl, broker }: SandboxProject): NodeJS.ProcessEnv {
  return {
    ANEDYA_API_URL: platformUrl,
    ANEDYA_DEVICE_URL: deviceUrl,
    ANEDYA_MQTT_HOST: broker.host,
    ANEDYA_MQTT_PORT: String(broker.tls),
  };
}

/** Does what pages say, one fence after the other, in one shell, with a project of the sandbox. */
export class Reader {
  readonly ids: OwnIds = {};
  /** What the reader types when a page says so, by variable. */
  readonly secrets: Record<string, string>;
  /** Standard output of what the last fences ran. */
  outputs: string[] = [];
  private lastRun: Fence | undefined;

  private constructor(
    readonly project: SandboxProject,
    readonly shell: BashSession,
    private readonly ca: string,
    private readonly removeFolder: () => Promise<void>,
  ) {
    this.secrets = { ANEDYA_API_KEY: project.apiKey };
  }

  /** Sits down with a fresh project, and the sandbox's certificate where pages expect that of the platform. */
  static async open(sandbox: GuideSandbox): Promise<Reader> {
    const project = await sandbox.createProject();
    const [folder, remove] = await temporaryFolder();
    await writeFile(path.join(folder, caFile), sandbox.ca);
    const shell = await BashSession.open(folder, environment(addresses(project)));
    return new Reader(project, shell, sandbox.ca, remove);
  }

  async close(): Promise<void> {
    await this.shell.close();
    await this.removeFolder();
  }

  /** A fence's text as the reader has it: own ids, and the sandbox's own places where no variable names another. */
  textOf({ text, language }: Fence): string {
    const { host, tls } = this.project.broker;
    // What is not set up from the environment is no program to fill in: it may be a test vector.
    const isFixed =
      ['bash', 'python', 'javascript', 'go'].includes(language) && !program.test(text);
    return (isFixed ? text : withOwnIds(text, this.ids))
      .replaceAll(/mqtt\.ap-in-1\.anedya\.io(\W{1,4}(?:p )?)8883/g, `${host}$1${tls}`)
      .replaceAll('http://localhost:3000/sandbox', this.project.sandboxUrl);
  }

  private learn(stdout: string): void {
    for (const answer of jsonIn(stdout)) {
      Object.assign(this.ids, idsIn(answer));
      if (typeof answer.connectionKey === 'string') {
        this.secrets.ANEDYA_CONNECTION_KEY = answer.connectionKey;
      }
      if (typeof answer.token === 'string') this.secrets.ANEDYA_TOKEN_SECRET = answer.token;
    }
  }

  /** What the reader types while a script reads: the secrets it asks for. */
  private typedFor(script: string): string {
    return [...script.matchAll(/\bread -rs (\w+)/g)]
      .map(([, name = '']) => {
        const secret = this.secrets[name];
        if (secret === undefined) throw new Error(`no step before has brought ${name}`);
        return `${secret}\n`;
      })
      .join('');
  }

  private note(fence: Fence, ran: Ran): void {
    // Programs in tabs do the same: what stands below them is said of each.
    const isNext =
      this.lastRun?.attributes.file !== undefined && fence.attributes.file !== undefined;
    this.outputs = isNext ? [...this.outputs, ran.stdout] : [ran.stdout];
    this.lastRun = fence;
  }

  /** Runs a text and holds it to a good end. */
  async execute(fence: Fence, script: string): Promise<Ran> {
    const ran = await this.shell.run(script, this.typedFor(script));
    this.note(fence, ran);
    this.learn(ran.stdout);
    expect({ ...ran, stdout: '' }, ran.stdout).toEqual({ code: 0, stdout: '', stderr: '' });
    return ran;
  }

  /** Runs a fence of the shell; every answer in its output is one of success. */
  async run(fence: Fence): Promise<Ran> {
    const ran = await this.execute(fence, this.textOf(fence));
    for (const answer of jsonIn(ran.stdout)) {
      if ('success' in answer) expect(answer).toMatchObject({ success: true, error: '' });
    }
    return ran;
  }

  /** Saves a program under the name that the page gives it. */
  async save(fence: Fence): Promise<void> {
    const { title } = fence.attributes;
    if (title === undefined) throw new Error('the page gives this program no name');
    await writeFile(path.join(this.shell.folder, title), `${this.textOf(fence)}\n`);
  }

  /** Compares an answer that a page shows with the last one that was printed. */
  compareAnswer(fence: Fence): void {
    const shown = JSON.parse(this.textOf(fence)) as JsonValue;
    expect(this.outputs.length).toBeGreaterThan(0);
    for (const output of this.outputs) {
      const real = jsonIn(output).at(-1);
      expect(real, `no answer in ${JSON.stringify(output)}`).toBeDefined();
      expect(shapeFault(shown, real ?? null), JSON.stringify(real)).toBeUndefined();
    }
  }

  /** Compares an output that a page shows with what was printed. */
  compareText(fence: Fence): void {
    const shown = this.textOf(fence);
    expect(this.outputs.map((output) => output.trim())).toEqual(this.outputs.map(() => shown));
  }

  /** Value of a variable in the shell. */
  async variable(name: string): Promise<string> {
    return (await this.shell.run(`printf %s "$${name}"`)).stdout;
  }

  /** Makes a call of an API as the owner of the project, or as the device. */
  call(api: Api, callPath: string, body: JsonValue): Promise<Answer> {
    const { platformUrl, deviceUrl } = this.project;
    if (api === 'platform') {
      const key = this.secrets.ANEDYA_API_KEY ?? '';
      return post(platformUrl + callPath, body, { Authorization: `Bearer ${key}` });
    }
    const headers = { 'Auth-mode': 'key', Authorization: this.device.connectionKey };
    return post(deviceUrl + callPath, body, headers);
  }

  /** The device that the reader's computer plays. */
  get device(): Device {
    const { ids, secrets, ca } = this;
    return {
      deviceId: ids.deviceId ?? '',
      connectionKey: secrets.ANEDYA_CONNECTION_KEY ?? '',
      ca,
    };
  }
}
