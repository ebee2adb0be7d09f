import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';
import { vi } from 'vitest';
import type { Board, MqttSettings } from '../../src/features/firmware/board';

const folder = path.join(import.meta.dirname, '../../src/features/firmware/modules');
const modules = readdirSync(folder).map(
  (name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const,
);

/** Times of the clock, before and after it is set, in seconds since 1970. */
export const [unset, correct] = [946_684_800, 1_767_225_600];

/** A board that records what a program does. */
export class RecordedBoard implements Board {
  readonly calls: string[] = [];
  readonly levels = new Map<number, number>();
  wallSecondsAtStart = unset;
  hasNetwork = true;
  hasSensor = true;
  voltage = 0;
  /** Results of the next exchanges with the broker; undefined for none. */
  connects: (number | undefined)[] = [];
  acknowledgments: (number | undefined)[] = [];
  settings: MqttSettings | undefined;
  private messages: string[] = [];
  private onMessage: ((message: string) => void) | undefined;
  private readonly startedAt = Date.now();

  millis = () => Date.now() - this.startedAt;
  wallSeconds = () => this.wallSecondsAtStart + this.millis() / 1000;
  delay = (milliseconds: number) => void this.calls.push(`delay ${milliseconds}`);
  setClock = (host: string) => {
    this.calls.push(`clock ${host}`);
    if (this.hasNetwork) this.wallSecondsAtStart = correct;
    return this.hasNetwork;
  };
  setLevel = (pin: number, level: number) => void this.levels.set(pin, level);
  level = (pin: number) => this.levels.get(pin) ?? 0;
  setDuty = (pin: number, duty: number) => void this.calls.push(`duty ${pin} ${duty}`);
  analog = () => this.voltage;
  climate = () => (this.hasSensor ? '22.5 60' : '');
  joinWifi = (ssid: string, password: string) => void this.calls.push(`join ${ssid} ${password}`);
  hasWifi = () => this.hasNetwork;
  reset = () => void this.calls.push('reset');
  connect = (settings: string) => {
    this.settings = JSON.parse(settings) as MqttSettings;
    this.calls.push('connect');
    return this.result(this.connects.length > 0 ? this.connects.shift() : 0);
  };
  publish = (topic: string, text: string, qos: number, retain: boolean) => {
    this.calls.push(`publish ${topic} ${text} ${qos} ${retain}`);
    return this.result(this.acknowledgments.length > 0 ? this.acknowledgments.shift() : 0);
  };
  subscribe = (topic: string, qos: number) => {
    this.calls.push(`subscribe ${topic} ${qos}`);
    return Promise.resolve(qos);
  };
  nextMessage = () =>
    new Promise<string>((resolve) => {
      const message = this.messages.shift();
      if (message === undefined) this.onMessage = resolve;
      else resolve(message);
    });
  disconnect = () => void this.calls.push('disconnect');

  /** Delivers a message; an empty one is the loss of the connection. */
  deliver(message: string): void {
    const { onMessage } = this;
    this.onMessage = undefined;
    if (onMessage) onMessage(message);
    else this.messages.push(message);
  }

  private result(code: number | undefined): Promise<number> {
    return new Promise((resolve) => {
      if (code !== undefined) resolve(code);
    });
  }

  /** Output of the program. */
  readonly output: string[] = [];

  /** Starts a program in a new interpreter. The promise settles when it has ended. */
  async start(program: string): Promise<{ ended: Promise<unknown> }> {
    const python = await loadMicroPython({
      heapsize: 1024 * 1024,
      linebuffer: true,
      stdout: (line) => void this.output.push(line),
    });
    python.registerJsModule('_board', this);
    for (const [name, source] of modules) python.FS.writeFile(`/${name}`, source);
    const source = python.pyimport('_main').prepare(program);
    // An error before the first await is thrown.
    return { ended: Promise.resolve().then(() => python.runPythonAsync(source)) };
  }

  /** Runs a program until it has ended, while no time passes. */
  async run(program: string): Promise<readonly string[]> {
    const { ended } = await this.start(program);
    await ended;
    return this.output;
  }

  /** Runs a program for some seconds. @returns its output, and the error that ended it */
  async runFor(seconds: number, program: string): Promise<readonly string[]> {
    const { ended } = await this.start(program);
    ended.catch((error: unknown) => void this.output.push(String(error)));
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    return this.output;
  }
}

/** Call it before tests with interpreters: those in one process share this registry, and would free the objects of later ones. */
export function keepObjects(): void {
  vi.stubGlobal(
    'FinalizationRegistry',
    class {
      register = () => undefined;
    },
  );
}
