import type { Duplex } from 'node:stream';
import type { IConnectPacket, IDisconnectPacket, Packet } from 'mqtt-packet';
import { storeFailure } from '../core/store-failure.ts';
import type { BrokerParts } from './broker-parts.ts';
import { connackOf, keepAliveOf } from './connack.ts';
import { readConnect, type ConnectRequest } from './connect-request.ts';
import type { AccessRefusal, DeviceSession } from './device-calls.ts';
import { Framer } from './framer.ts';
import { checkWill, openSession, type OpenSession } from './open-session.ts';
import { checkPacket } from './packet-faults.ts';
import { PacketReader } from './packet-reader.ts';
import { PacketWriter } from './packet-writer.ts';
import { reasons, Refusal, type Reason } from './reason.ts';
import type { Timer } from './timers.ts';

/** How long a client that was told of the end may take to close its side, in milliseconds. */
const lingering = 2000;

const accessRefusals: Readonly<Record<AccessRefusal, readonly [Reason, string]>> = {
  badCredentials: [
    reasons.badUserNameOrPassword,
    'The connection key is not known. Copy it from the node of this device. Projects end after 24 hours without a call: create a new one, which has other keys.',
  ],
  notAuthorized: [
    reasons.notAuthorized,
    'This device is not bound to the node of the connection key. Bind or pre-authorize it.',
  ],
};

/** Ends that come from this side, after which the device's will is not published. */
const ownEnds = new Set<Reason>([reasons.serverShuttingDown, reasons.administrativeAction]);

/** MQTT 5.0, 2.1.2. */
const isConnect = ([first = 0]: Buffer) => first >> 4 === 1;

/**
 * One network connection of a client of either version. Packets are taken one after the other and the next is read when
 * the last is answered, so that a client that sends too fast waits in the network instead of filling the memory.
 */
export class Connection {
  /** Resolved when nothing of the device is left in the broker. */
  readonly closed: Promise<void>;
  private readonly framer: Framer;
  private readonly reader = new PacketReader();
  private readonly writer: PacketWriter;
  private opening: Promise<OpenSession> | undefined;
  private session: OpenSession | undefined;
  private will: ConnectRequest['will'];
  private hasSessionExpiry = false;
  /** Whether a CONNECT has come, which is answered with a CONNACK in any case. */
  private hasAsked = false;
  private isOver = false;
  private timer: Timer | undefined;
  private setClosed: () => void = () => undefined;

  /** @param client what wrong credentials are counted by */
  constructor(
    private readonly stream: Duplex,
    private readonly client: string,
    private readonly parts: BrokerParts,
  ) {
    const { connectBytes, outboundBytes, connectTimeout } = parts.limits;
    this.framer = new Framer(connectBytes);
    this.writer = new PacketWriter(stream, outboundBytes);
    this.closed = new Promise((resolve) => (this.setClosed = resolve));
    this.timer = parts.timers.set(() => stream.destroy(), connectTimeout);
  }

  /** Serves the client until its connection ends. */
  async run(): Promise<void> {
    // A failing network needs no report: the client comes back by itself, or does not.
    this.stream.on('error', () => undefined);
    try {
      for await (const chunk of this.stream.iterator({ destroyOnReturn: false })) {
        await this.take(chunk as Buffer);
      }
    } catch {
      // The same failure, as the loop sees it.
    }
    await this.end();
    this.stream.destroy();
  }

  /**
   * Ends the connection, and says why where the version can.
   * @returns when nothing of the device is left in the broker
   */
  end(reason?: Reason, message = ''): Promise<void> {
    if (this.isOver) return this.closed;
    this.isOver = true;
    this.timer?.clear();
    if (reason && this.session) this.writer.disconnect(reason, message);
    else if (reason && this.hasAsked) this.writer.refuse(reason, message);
    this.stream.end();
    // A client that keeps its side open is cut off.
    if (!this.stream.closed) {
      const linger = this.parts.timers.set(() => this.stream.destroy(), lingering);
      this.stream.once('close', () => {
        linger.clear();
      });
    }
    const isOwnEnd = reason !== undefined && ownEnds.has(reason);
    void this.release(isOwnEnd).catch(this.parts.report).finally(this.setClosed);
    return this.closed;
  }

  private async take(chunk: Buffer): Promise<void> {
    // What still comes after the end is read, so that the network delivers what was said last, and dropped.
    if (this.isOver) return;
    try {
      for (const bytes of this.framer.packets(chunk)) {
        this.hasAsked ||= isConnect(bytes);
        await this.handle(this.reader.read(bytes));
      }
    } catch (error) {
      this.fail(error);
    }
  }

  private async handle(packet: Packet): Promise<void> {
    if (this.isOver) return;
    if (this.session) {
      this.timer?.refresh();
      checkPacket(packet);
      if (packet.cmd !== 'disconnect') return this.session.handler.handle(packet);
      this.leave(packet);
    } else if (packet.cmd === 'connect') {
      await this.connect(packet);
    } else {
      void this.end();
    }
  }

  private leave({ reasonCode = reasons.success.code, properties }: IDisconnectPacket): void {
    // MQTT 5.0, 3.14.2.2.2: such a packet is no valid DISCONNECT.
    if (properties?.sessionExpiryInterval && !this.hasSessionExpiry) {
      const text = 'The session has no expiry interval, which DISCONNECT cannot give it.';
      throw new Refusal(reasons.protocolError, text);
    }
    // MQTT 5.0, 3.14.4: whoever leaves with another reason leaves the will behind.
    if (reasonCode === reasons.success.code) this.will = undefined;
    void this.end();
  }

  private async connect(packet: IConnectPacket): Promise<void> {
    const { writer, parts } = this;
    const { properties } = packet;
    writer.version = packet.protocolVersion === 5 ? 5 : 4;
    writer.maximumPacketSize = properties?.maximumPacketSize ?? Number.POSITIVE_INFINITY;
    writer.wantsReasons = properties?.requestProblemInformation !== false;
    this.timer?.clear();
    try {
      const request = readConnect(packet);
      const connack = connackOf(request, writer.version, parts.limits);
      if (!writer.fits(connack)) {
        const text = 'The CONNACK of this broker is larger than the maximum packet size.';
        throw new Refusal(reasons.implementationSpecific, text);
      }
      this.opening = this.open(request);
      const session = await this.opening;
      // The end that came meanwhile waits for the session and closes it.
      if (this.isOver) return;
      this.session = session;
      this.will = request.will;
      this.hasSessionExpiry = request.sessionExpiry > 0;
      this.framer.limit = parts.limits.packetBytes;
      this.keepTime(keepAliveOf(request, writer.version, parts.limits));
      writer.send(connack);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : this.unexpected(error);
      if (!this.isOver) writer.refuse(refusal.reason, refusal.message);
      void this.end();
    }
  }

  /** MQTT 5.0, 3.1.4: an older connection of the device ends only for one that is not refused. */
  private async open(request: ConnectRequest): Promise<OpenSession> {
    const { parts, writer } = this;
    await parts.admission.checkClient(this.client);
    const device = await this.identify(request);
    await parts.admission.checkRate(device);
    checkWill(parts, request, device);
    parts.admission.admit(device);
    try {
      await parts.takeOver(device, this);
      // An end that came before did not find this connection among those of its node.
      await this.identify(request);
      return await openSession(parts, request, device, writer, (reason, message) => {
        void this.end(reason, message);
      });
    } catch (error) {
      parts.admission.release(device);
      throw error;
    }
  }

  private async identify({ clientId, connectionKey }: ConnectRequest): Promise<DeviceSession> {
    const { admission, calls } = this.parts;
    const device = await calls.authenticate(clientId.toLowerCase(), connectionKey);
    if (typeof device !== 'string') return device;
    await admission.failed(this.client);
    throw new Refusal(...accessRefusals[device]);
  }

  /** MQTT 5.0, 3.1.2.10: one and a half times the keep-alive without a packet ends the connection. */
  private keepTime(seconds: number): void {
    if (seconds === 0) return;
    this.timer = this.parts.timers.set(() => {
      void this.end(reasons.keepAliveTimeout, `Nothing came for ${1.5 * seconds} seconds.`);
    }, 1500 * seconds);
  }

  private fail(error: unknown): void {
    const { reason, message } = error instanceof Refusal ? error : this.unexpected(error);
    void this.end(reason, message);
  }

  private unexpected(error: unknown): Refusal {
    const known = storeFailure(error);
    if (known) return new Refusal(reasons.serverUnavailable, known.message);
    this.parts.report(error);
    return new Refusal(reasons.unspecified, 'The sandbox failed. Connect again.');
  }

  private async release(isOwnEnd: boolean): Promise<void> {
    const session = await this.opening?.catch(() => undefined);
    await session?.close();
    this.parts.leave(this);
    if (session && this.will && !isOwnEnd)
      await session.handler.publishWill(this.will.topic, this.will.payload);
  }
}
