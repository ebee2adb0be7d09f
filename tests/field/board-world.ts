import { createHash } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { MqttLink } from './mqtt-link.ts';
import type { Scenario } from './rig.ts';

/** Something that happens at a time of the simulation. */
export interface WorldEvent {
  /** Seconds after the start of the program. */
  readonly at: number;
  readonly run: (world: BoardWorld) => void | Promise<void>;
}

export interface BoardOptions {
  /** Sensor values, one after the other; the last one repeats. NaN is an unplugged sensor, as Infinity or None is with some drivers. */
  readonly readings?: readonly (number | 'None')[];
  readonly events?: readonly WorldEvent[];
  /** Ends the simulation when true. */
  readonly isOver?: (world: BoardWorld) => boolean | Promise<boolean>;
  /** Latest end of the simulation, in seconds. */
  readonly until: number;
  /** Duration of a TLS handshake, in milliseconds. */
  readonly tlsMs?: number;
  /** Milliseconds that a request and a response travel. */
  readonly travelMs?: Travel;
  readonly cwd: string;
}

/** Milliseconds to the server, and back. */
export interface Travel {
  readonly up: number;
  readonly down: number;
}

/** One side of a connection of the board. */
interface Connection {
  readonly id: number;
  readonly link?: MqttLink;
  readonly socket?: Socket;
  isClosed: boolean;
}

/** The world of a program for a board: it provides time, sensors and the network, and decides what happens when. */
export class BoardWorld {
  /** False: no Wi-Fi, no new connections, no time server. */
  isOnline = true;
  hasTimeServer = true;
  /** By how many milliseconds the time server is wrong. */
  timeServerError = 0;
  /** Restarts of the board. */
  restarts = 0;
  readonly taken: number[] = [];
  /** By how many milliseconds the clock was wrong each time the program set it. */
  readonly clockErrors: number[] = [];
  /** How often the time server has responded. */
  timesSet = 0;
  /** Levels of outputs, by pin. */
  readonly levels = new Map<number, number>();
  /** Output of the program. */
  output = '';
  /** Seconds of simulated time since the start. */
  seconds = 0;
  private readonly connections = new Map<number, Connection>();
  private readonly readings: (number | 'None')[];
  private readonly events: WorldEvent[];
  private lines: string[] = [];
  private notify: () => void = () => undefined;
  private isRejected = false;
  private isCut = false;
  private cutAt: string | undefined;

  private constructor(
    readonly scenario: Scenario,
    private readonly options: BoardOptions,
  ) {
    this.readings = [...(options.readings ?? [24.5])];
    this.events = (options.events ?? []).toSorted((a, b) => a.at - b.at);
  }

  /** Runs a program until the simulation is over. */
  static async run(
    scenario: Scenario,
    command: { file: string; args: readonly string[]; env: NodeJS.ProcessEnv },
    options: BoardOptions,
  ): Promise<BoardWorld> {
    const world = new BoardWorld(scenario, options);
    const child = spawn(command.file, command.args, {
      cwd: options.cwd,
      env: command.env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    await world.serve(child);
    return world;
  }

  /** Ends all connections of the board. */
  cutLinks(): void {
    for (const one of this.connections.values()) {
      one.link?.close();
      one.socket?.destroy();
      this.end(one);
    }
  }

  /** The access point rejects the board once. It is offline until it joins again, which the Arduino core does not do by itself. */
  rejectWifi(): void {
    this.isOnline = false;
    this.isRejected = true;
    this.cutLinks();
  }

  /** Cuts the power, and restores it. */
  cutPower(): void {
    this.isCut = true;
  }

  /** Cuts the power when the program sends this text, or asks for this operation, such as `close`. */
  cutPowerAt(text: string): void {
    this.cutAt = text;
  }

  private async serve(child: ChildProcess): Promise<void> {
    const channel = child.stdio[3] as Duplex;
    channel.on('error', () => undefined);
    const collect = (chunk: Buffer) => (this.output += chunk.toString('utf8'));
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    let isOver = false;
    for await (const line of createInterface({ input: channel })) {
      const [time = '', operation = '', ...rest] = line.split(' ');
      const reply = await this.respond(Number(time), operation, rest);
      this.seconds = reply.now / 1000;
      isOver = this.seconds >= this.options.until || (await this.options.isOver?.(this)) === true;
      if (isOver) break;
      channel.write(this.text(reply));
    }
    channel.destroy();
    const code = await ended;
    this.cutLinks();
    if (!isOver) throw new Error(`the program ended with ${code}:\n${this.output}`);
    if (/ERROR: AddressSanitizer|runtime error:/.test(this.output)) throw new Error(this.output);
  }

  private text({ now, result }: { now: number; result: number | string }): string {
    const lines = this.lines;
    this.lines = [];
    if (this.isCut) {
      this.isCut = false;
      this.restart();
      lines.push('r');
    }
    // Without events, the program asks again at the end.
    const until = Math.max((this.events[0]?.at ?? this.options.until) * 1000, now);
    return [`${now} ${until} ${result} ${lines.length}`, ...lines, ''].join('\n');
  }

  private restart(): void {
    this.restarts += 1;
    this.cutLinks();
    this.lines = [];
  }

  private setClock(now: number): void {
    this.scenario.rig.clock.set(this.scenario.startedAt + now);
  }

  private async respond(
    time: number,
    operation: string,
    rest: readonly string[],
  ): Promise<{ now: number; result: number | string }> {
    this.setClock(time);
    await this.runDue(time);
    const [first = '', second = '', third = ''] = rest;
    const id = Number(first);
    const bytes = Buffer.from(operation === 'send' ? second : '', 'hex');
    if (this.cutAt !== undefined && (operation === this.cutAt || bytes.includes(this.cutAt))) {
      this.cutAt = undefined;
      this.cutPower();
    }
    switch (operation) {
      case 'tick':
        return { now: time, result: 0 };
      case 'clock': {
        const responds = this.isOnline && this.hasTimeServer;
        if (responds) this.timesSet += 1;
        const now = this.scenario.rig.clock.now() + this.timeServerError;
        return { now: time, result: responds ? now : 0 };
      }
      case 'set':
        this.clockErrors.push(Number(first) - this.scenario.rig.clock.now());
        return { now: time, result: 0 };
      case 'reading':
        return { now: time, result: this.read() };
      case 'level':
        this.levels.set(Number(first), Number(second));
        return { now: time, result: 0 };
      case 'wifi':
        return { now: time, result: this.isOnline ? 1 : 0 };
      case 'join':
        if (this.isRejected) this.isOnline = true;
        this.isRejected = false;
        return { now: time, result: 0 };
      case 'open':
        return this.open(time, Number(second), third === '1');
      case 'send':
        await this.send(time, id, bytes);
        return { now: time, result: 0 };
      case 'await':
        return { now: await this.wait(time, id, Number(second)), result: 0 };
      case 'close':
        this.close(id);
        return { now: time, result: 0 };
      case 'restart':
      case 'sleep':
        this.restart();
        return { now: time, result: 0 };
      case 'sha256': {
        const bytes = await readFile(path.join(this.options.cwd, 'sha256.bin'));
        const hex = createHash('sha256').update(bytes).digest('hex');
        await writeFile(path.join(this.options.cwd, 'sha256.txt'), hex);
        return { now: time, result: 0 };
      }
      default:
        throw new Error(`unknown operation ${operation}`);
    }
  }

  private async runDue(now: number): Promise<void> {
    for (let next = this.events[0]; next && next.at * 1000 <= now; next = this.events[0]) {
      this.events.shift();
      this.seconds = now / 1000;
      await next.run(this);
    }
  }

  private get travel(): Travel {
    return this.options.travelMs ?? { up: 50, down: 50 };
  }

  private get roundTripMs(): number {
    return this.travel.up + this.travel.down;
  }

  private read(): string {
    const value = (this.readings.length > 1 ? this.readings.shift() : this.readings[0]) ?? 24.5;
    if (value === 'None') return value;
    if (Number.isNaN(value)) return '-9223372036854775808';
    if (value === Infinity) return '9223372036854775807';
    this.taken.push(value);
    return String(Math.round(value * 1000));
  }

  private open(time: number, port: number, hasTls: boolean): { now: number; result: number } {
    const effect = this.scenario.disruptions.take('open')?.effect;
    const isDelayed = typeof effect === 'object' && 'delay' in effect;
    const tlsMs = hasTls ? (this.options.tlsMs ?? 300) : 0;
    const now = time + this.roundTripMs + tlsMs + (isDelayed ? effect.delay : 0);
    if (effect === 'stall') return { now: time + this.roundTripMs, result: -2 };
    if (!this.isOnline || effect === 'unreachable') return { now, result: -1 };
    const id = this.connections.size;
    const link = port === 8883 ? this.openLink(id) : undefined;
    const socket = link ? undefined : this.openSocket(id);
    const one = { id, isClosed: false, ...(link && { link }), ...(socket && { socket }) };
    this.connections.set(id, one);
    return { now, result: id };
  }

  private openLink(id: number): MqttLink {
    const write = (bytes: Buffer) => this.deliver(id, bytes);
    const end = () => this.end(this.connections.get(id));
    const link = new MqttLink({ write, end }, this.scenario.link);
    this.scenario.links.push(link);
    return link;
  }

  private openSocket(id: number): Socket {
    const socket = connect(this.scenario.http.proxy.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => this.deliver(id, bytes));
    socket.on('close', () => this.end(this.connections.get(id)));
    return socket;
  }

  private deliver(id: number, bytes: Buffer): void {
    this.lines.push(`d ${id} ${bytes.toString('hex')}`);
    this.notify();
  }

  private end(one: Connection | undefined): void {
    if (!one || one.isClosed) return;
    one.isClosed = true;
    this.lines.push(`c ${one.id}`);
    this.notify();
  }

  private close(id: number): void {
    const one = this.connections.get(id);
    if (!one) return;
    one.isClosed = true;
    one.link?.close();
    one.socket?.destroy();
    this.lines = this.lines.filter((line) => line.split(' ')[1] !== String(id));
  }

  private async send(time: number, id: number, bytes: Buffer): Promise<void> {
    const one = this.connections.get(id);
    if (!one || one.isClosed) return;
    this.setClock(time + this.travel.up);
    one.link?.receive(bytes);
    await one.link?.settled();
    if (one.socket) await new Promise<void>((resolve) => one.socket?.write(bytes, () => resolve()));
  }

  /** Waits for data, the end of the connection, or a time. @returns simulated time afterward */
  private async wait(time: number, id: number, timeout: number): Promise<number> {
    const one = this.connections.get(id);
    const hasNews = () => this.lines.some((line) => line.split(' ')[1] === String(id));
    if (!one || hasNews()) return time + (one?.link ? 0 : this.roundTripMs);
    if (one.link) {
      const next = this.events[0];
      const end = time + timeout;
      const now = next ? Math.min(Math.max(next.at * 1000, time), end) : end;
      await this.runDue(now);
      return now;
    }
    this.setClock(time + this.travel.up);
    const { scenario } = this;
    scenario.onSilence = () => this.notify();
    while (!hasNews() && scenario.silences === 0) {
      await new Promise<void>((resolve) => (this.notify = resolve));
    }
    if (hasNews()) return time + this.roundTripMs;
    scenario.silences -= 1;
    return time + timeout;
  }
}
