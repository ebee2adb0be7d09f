import type { IConnectPacket, IDisconnectPacket, Packet } from 'mqtt-packet';
import type { Duplex } from 'node:stream';
import type { JsonObject } from '../core/context.ts';
import { storeFailure } from '../core/errors.ts';
import { mqttCosts } from '../core/limits.ts';
import { connackOf, type ConnectRequest, keepAliveOf, readConnect } from './connect.ts';
import type { BrokerDeps } from './deps.ts';
import type { AccessError, DeviceSession } from './device-calls.ts';
import type { DeviceConnection } from './device-connections.ts';
import type { NetworkConnection } from './network.ts';
import { checkPacket, Framer, outlineOf, PacketReader } from './packet-reader.ts';
import { PacketWriter } from './packet-writer.ts';
import { MqttError, type Reason, reasons } from './reason.ts';
import { Session } from './session.ts';
import type { Timer } from './timers.ts';
import { devicePrefix, suffixOf } from './topics.ts';

/** How long a disconnected client may take to close its side, in milliseconds. */
const lingering = 2000;

const accessErrors: Readonly<Record<AccessError, readonly [Reason, string]>> = {
  badCredentials: [
    reasons.badUserNameOrPassword,
    'Unknown connection key. Copy it from the node of this device. Projects expire 24 hours after their last request: create a new one, which has other keys.',
  ],
  notAuthorized: [
    reasons.notAuthorized,
    'This device is not bound to the node of the connection key. Bind or pre-authorize it.',
  ],
};

/** Reasons to end a connection after which the device's will is not published. */
const ownEnds = new Set<Reason>([reasons.serverShuttingDown, reasons.administrativeAction]);

/** Bytes that are read and discarded after the end, so that the client can read the reason. */
const droppedBytes = 256_000;

/**
 * One network connection of a client of either version. It reads the next packet when the last one is handled, so that a
 * client that sends too fast waits in the network instead of filling the memory.
 */
export class Connection implements DeviceConnection {
  /** Resolves when the broker has no state of the device left. */
  readonly closed: Promise<void>;
  private readonly framer: Framer;
  private readonly reader = new PacketReader();
  private readonly writer: PacketWriter;
  private opening: Promise<Session> | undefined;
  private session: Session | undefined;
  private will: ConnectRequest['will'];
  private hasSessionExpiry = false;
  /** Whether a CONNECT has arrived, which is acknowledged with a CONNACK in any case. */
  private hasAsked = false;
  private isOver = false;
  private keepAlive: Timer | undefined;
  private dropped = 0;
  private setClosed: () => void = () => undefined;

  /** @param stream of MQTT packets; over TLS and WebSocket, not the one of the network */
  constructor(
    private readonly stream: Duplex,
    private readonly network: NetworkConnection,
    private readonly deps: BrokerDeps,
  ) {
    const { connectBytes, outboundBytes } = deps.limits;
    this.framer = new Framer(connectBytes);
    this.writer = new PacketWriter(stream, outboundBytes);
    this.closed = new Promise((resolve) => (this.setClosed = resolve));
  }

  /** Serves the client until its connection ends. */
  async run(): Promise<void> {
    // A network failure is not reported: the client connects again, or does not.
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
   * Ends the connection, and sends the reason if the MQTT version has one.
   * @returns a promise that resolves when the broker has no state of the device left
   */
  end(reason?: Reason, message = ''): Promise<void> {
    if (this.isOver) return this.closed;
    this.isOver = true;
    this.keepAlive?.clear();
    this.network.stopTimer();
    this.network.traffic.close();
    if (reason && this.session) this.writer.disconnect(reason, message);
    else if (reason && this.hasAsked) this.writer.reject(reason, message);
    this.stream.end();
    // A client that keeps its side open is cut off.
    if (!this.stream.closed) {
      const linger = this.deps.timers.set(() => this.stream.destroy(), lingering);
      this.stream.once('close', () => {
        linger.clear();
      });
    }
    const isOwnEnd = reason !== undefined && ownEnds.has(reason);
    void this.release(isOwnEnd).catch(this.deps.report).finally(this.setClosed);
    return this.closed;
  }

  deliver(suffix: string, body: JsonObject): void {
    if (!this.isOver) this.session?.deliver(suffix, body);
  }

  private async take(chunk: Buffer): Promise<void> {
    if (this.isOver) return this.drop(chunk);
    const { traffic } = this.network;
    try {
      await traffic.spend(mqttCosts.read + mqttCosts.byte * chunk.length);
      for (const bytes of this.framer.packets(chunk)) {
        if (!(await this.receive(bytes))) return;
        const unread = this.writer.drained();
        if (unread) await this.within(unread, this.deps.limits.readTimeout);
      }
      if (this.network.hold('packet', this.framer.held)) return;
      const text = 'Too many large packets are incomplete. Send them one after the other.';
      throw new MqttError(reasons.quotaExceeded, text);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Reads and discards what arrives after the end, so that the network delivers the last packet. */
  private async drop(chunk: Buffer): Promise<void> {
    this.dropped += chunk.length;
    if (this.dropped <= droppedBytes || this.stream.closed) return;
    // A client that keeps sending waits in the network until it is cut off.
    await new Promise((resolve) => this.stream.once('close', resolve));
  }

  /** @returns whether the connection goes on */
  private async receive(bytes: Buffer): Promise<boolean> {
    const { network, deps, writer, session } = this;
    const { headerBytes: limit } = deps.limits;
    const { isConnect, isPublish, headerBytes, cost } = outlineOf(bytes, writer.version);
    if (session && headerBytes > limit) {
      const text = `A packet has ${headerBytes} bytes besides its payload: at most ${limit} are accepted.`;
      throw new MqttError(reasons.quotaExceeded, text);
    }
    this.hasAsked ||= isConnect;
    const turn = network.traffic.spend(cost, isPublish ? mqttCosts.request : 0);
    if (turn) await turn;
    if (!this.isOver) await this.handle(this.reader.read(bytes));
    return !this.isOver;
  }

  /** Cuts the client off when it takes longer. */
  private async within(task: Promise<void>, milliseconds: number): Promise<void> {
    const timer = this.deps.timers.set(() => this.stream.destroy(), milliseconds);
    await task;
    timer.clear();
  }

  private async handle(packet: Packet): Promise<void> {
    if (this.session) {
      this.keepAlive?.refresh();
      checkPacket(packet);
      if (packet.cmd !== 'disconnect') return this.session.handle(packet);
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
      throw new MqttError(reasons.protocolError, text);
    }
    // MQTT 5.0, 3.14.4: a client that disconnects with another reason keeps its will.
    if (reasonCode === reasons.success.code) this.will = undefined;
    void this.end();
  }

  private async connect(packet: IConnectPacket): Promise<void> {
    const { writer, deps } = this;
    const { properties } = packet;
    writer.version = packet.protocolVersion === 5 ? 5 : 4;
    writer.maximumPacketSize = properties?.maximumPacketSize ?? Number.POSITIVE_INFINITY;
    writer.wantsReasons = properties?.requestProblemInformation !== false;
    this.network.stopTimer();
    try {
      const request = readConnect(packet);
      const connack = connackOf(request, writer.version, deps.limits);
      if (!writer.fits(connack)) {
        const text = 'The CONNACK of this broker is larger than the maximum packet size.';
        throw new MqttError(reasons.implementationSpecific, text);
      }
      this.opening = this.open(request);
      const session = await this.opening;
      // If the connection was ended meanwhile, that waits for the session and closes it.
      if (this.isOver) return;
      this.session = session;
      this.network.authenticate();
      this.will = request.will;
      this.hasSessionExpiry = request.sessionExpiry > 0;
      this.framer.limit = deps.limits.packetBytes;
      this.keepTime(keepAliveOf(request, writer.version, deps.limits));
      writer.send(connack);
    } catch (error) {
      const rejection = error instanceof MqttError ? error : this.unexpected(error);
      if (!this.isOver) writer.reject(rejection.reason, rejection.message);
      void this.end();
    }
  }

  /** MQTT 5.0, 3.1.4: an older connection of the device ends only for one that is not rejected. */
  private async open(request: ConnectRequest): Promise<Session> {
    const { deps, writer } = this;
    const { clientKey } = this.network;
    await deps.admission.checkFailures(clientKey, request.clientId.toLowerCase());
    const device = await this.identify(request);
    await deps.admission.checkRate(device);
    const prefix = devicePrefix(deps.topicPrefix, request.clientId);
    checkWill(request, prefix);
    deps.admission.admit(device);
    try {
      await deps.devices.takeOver(device, this);
      // An earlier end did not find this connection among those of its node.
      await this.identify(request);
      return new Session(deps, {
        device,
        prefix,
        receiveMaximum: request.receiveMaximum,
        writer,
        traffic: this.network.traffic,
        onOverflow: () => {
          const text = 'Too many messages wait for an acknowledgement.';
          void this.end(reasons.quotaExceeded, text);
        },
      });
    } catch (error) {
      deps.admission.release(device);
      throw error;
    }
  }

  private async identify({ clientId, connectionKey }: ConnectRequest): Promise<DeviceSession> {
    const { admission, calls } = this.deps;
    const deviceId = clientId.toLowerCase();
    const device = await calls.authenticate(deviceId, connectionKey);
    if (typeof device !== 'string') return device;
    await admission.countFailure(this.network.clientKey, deviceId);
    throw new MqttError(...accessErrors[device]);
  }

  /** MQTT 5.0, 3.1.2.10: one and a half times the keep-alive without a packet ends the connection. */
  private keepTime(seconds: number): void {
    if (seconds === 0) return;
    this.keepAlive = this.deps.timers.set(() => {
      void this.end(reasons.keepAliveTimeout, `No packet arrived for ${1.5 * seconds} seconds.`);
    }, 1500 * seconds);
  }

  private fail(error: unknown): void {
    const { reason, message } = error instanceof MqttError ? error : this.unexpected(error);
    void this.end(reason, message);
  }

  private unexpected(error: unknown): MqttError {
    const known = storeFailure(error);
    if (known) return new MqttError(reasons.serverUnavailable, known.message);
    this.deps.report(error);
    return new MqttError(reasons.unspecified, 'The sandbox failed. Connect again.');
  }

  private async release(isOwnEnd: boolean): Promise<void> {
    const session = await this.opening?.catch(() => undefined);
    if (session) this.deps.admission.release(session.device);
    this.deps.devices.remove(this);
    if (session && this.will && !isOwnEnd) await session.runWill(this.will);
  }
}

/** @throws MqttError for a will that the device could not publish itself */
function checkWill({ will }: ConnectRequest, prefix: string): void {
  if (!will || suffixOf(will.topic, prefix) !== undefined) return;
  const text = 'The topic of the will must be one of the topics of the device.';
  throw new MqttError(reasons.notAuthorized, text);
}
