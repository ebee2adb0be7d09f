import type { IConnectPacket, IDisconnectPacket, Packet } from 'mqtt-packet';
import type { Duplex } from 'node:stream';
import type { JsonObject } from '../core/context.ts';
import { storeFailure } from '../core/errors.ts';
import { mqttCosts } from '../core/limits.ts';
import { connackOf, type ConnectRequest, keepAliveOf, readConnect } from './connect.ts';
import type { BrokerDeps } from './deps.ts';
import type { AccessError, DeviceSession } from './device-api.ts';
import type { DeviceConnection } from './device-connections.ts';
import { readRequestBody, unknownTopic } from './handle-request.ts';
import type { NetworkConnection } from './network.ts';
import { checkPacket, Framer, outlineOf, PacketReader } from './packet-reader.ts';
import { PacketWriter } from './packet-writer.ts';
import { MqttError, type Reason, reasons } from './reason.ts';
import { Session } from './session.ts';
import type { Timer } from './timers.ts';
import { devicePrefix, suffixOf } from './topics.ts';

/** Time that a disconnected client has to close its side, in milliseconds. */
const lingerTimeout = 2000;

const accessErrors: Readonly<Record<AccessError, readonly [Reason, string]>> = {
  badCredentials: [
    reasons.badUserNameOrPassword,
    'Unknown connection key. Copy it from the node of this device. Projects expire 24 hours after their last request: create a new one and use its keys.',
  ],
  notAuthorized: [
    reasons.notAuthorized,
    'This device is not bound to the node of the connection key. Bind or pre-authorize it.',
  ],
};

/** Reasons to end a connection without publishing the device's will. */
const ownEnds = new Set<Reason>([reasons.serverShuttingDown, reasons.administrativeAction]);

/** Bytes to read and discard after the end, so that the client can read the reason. */
const droppedBytes = 256_000;

/**
 * A network connection of an MQTT 3.1.1 or 5.0 client. It reads the next packet after it has handled the previous one, so that
 * backpressure slows down a fast client and memory use stays bounded.
 */
export class Connection implements DeviceConnection {
  /** Resolves once the broker has no state of the device left. */
  readonly closed: Promise<void>;
  private readonly framer: Framer;
  private readonly reader = new PacketReader();
  private readonly writer: PacketWriter;
  private opening: Promise<Session> | undefined;
  private session: Session | undefined;
  private will: ConnectRequest['will'];
  private hasSessionExpiry = false;
  /** Whether a CONNECT has arrived: the broker then responds with a CONNACK in any case. */
  private hasConnectArrived = false;
  private isOver = false;
  /** Whether received data is being handled. The next packets are unread until then, so the keep-alive does not count. */
  private isBusy = false;
  private handling = Promise.resolve();
  private keepAlive: Timer | undefined;
  private dropped = 0;
  private releaseSlot: () => void = () => undefined;
  private setClosed: () => void = () => undefined;

  /** @param stream MQTT packets; over TLS and WebSocket, the decoded stream, not the network socket */
  constructor(
    private readonly stream: Duplex,
    private readonly network: NetworkConnection,
    private readonly deps: BrokerDeps,
  ) {
    const { connectBytes, outboundBytes } = deps.limits;
    this.framer = new Framer(connectBytes);
    this.writer = new PacketWriter(stream, outboundBytes, deps.timers);
    this.closed = new Promise((resolve) => (this.setClosed = resolve));
  }

  /** Serves the client until its connection ends. */
  async run(): Promise<void> {
    // Network errors are not reported: the client reconnects or not.
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
   * Ends the connection, and sends the reason if the MQTT version supports it.
   * @returns a promise that resolves once the broker has no state of the device left
   */
  end(reason?: Reason, message = ''): Promise<void> {
    if (this.isOver) return this.closed;
    this.isOver = true;
    this.keepAlive?.clear();
    this.network.stopTimer();
    this.network.traffic.close();
    if (reason && this.session) this.writer.disconnect(reason, message);
    else if (reason && this.hasConnectArrived) this.writer.reject(reason, message);
    this.stream.end();
    // Disconnects a client that keeps its side open.
    if (!this.stream.closed) {
      const linger = this.deps.timers.set(() => this.stream.destroy(), lingerTimeout);
      this.stream.once('close', () => {
        linger.clear();
      });
    }
    const isOwnEnd = reason !== undefined && ownEnds.has(reason);
    void this.release(isOwnEnd).catch(this.deps.report).finally(this.setClosed);
    return this.closed;
  }

  /** Closes the connection immediately, without waiting for its request in flight. */
  destroy(): void {
    this.stream.destroy();
  }

  async idle(): Promise<void> {
    await this.handling.catch(() => undefined);
  }

  deliver(suffix: string, body: JsonObject): void {
    if (!this.isOver) this.session?.deliver(suffix, body);
  }

  private async take(chunk: Buffer): Promise<void> {
    if (this.isOver) return this.drop(chunk);
    const { traffic } = this.network;
    this.isBusy = true;
    try {
      await traffic.spend(mqttCosts.read + mqttCosts.byte * chunk.length);
      for (const bytes of this.framer.packets(chunk)) {
        if (!(await this.receive(bytes))) return;
        const unread = this.writer.drained();
        if (unread) await this.within(unread, this.deps.limits.readTimeout);
        this.keepAlive?.refresh();
      }
      if (this.network.hold('packet', this.framer.held)) return;
      const text = 'Too many large packets are incomplete. Send one packet at a time.';
      throw new MqttError(reasons.quotaExceeded, text);
    } catch (error) {
      this.fail(error);
    } finally {
      this.isBusy = false;
    }
  }

  /** Reads and discards data that arrives after the end, so that the network delivers the last packet. */
  private async drop(chunk: Buffer): Promise<void> {
    this.dropped += chunk.length;
    if (this.dropped <= droppedBytes || this.stream.closed) return;
    // Backpressure stops a client that keeps sending until it is disconnected.
    await new Promise((resolve) => this.stream.once('close', resolve));
  }

  /** @returns whether the connection stays open */
  private async receive(bytes: Buffer): Promise<boolean> {
    const { network, deps, writer, session } = this;
    const { headerBytes: limit } = deps.limits;
    const { isConnect, isPublish, headerBytes, cost } = outlineOf(bytes, writer.version);
    if (session && headerBytes > limit) {
      const text = `A packet has ${headerBytes} bytes besides its payload. The limit is ${limit}.`;
      throw new MqttError(reasons.quotaExceeded, text);
    }
    this.hasConnectArrived ||= isConnect;
    const turn = network.traffic.spend(cost, isPublish ? mqttCosts.request : 0);
    if (turn) await turn;
    if (!this.isOver) await (this.handling = this.handle(this.reader.read(bytes)));
    return !this.isOver;
  }

  /** Waits for a task, and disconnects the client if it takes longer than the limit. */
  private async within(task: Promise<void>, milliseconds: number): Promise<void> {
    const timer = this.deps.timers.set(() => this.stream.destroy(), milliseconds);
    await task;
    timer.clear();
  }

  private async handle(packet: Packet): Promise<void> {
    if (this.session) {
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
    // MQTT 5.0, 3.14.2.2.2: such a DISCONNECT is invalid.
    if (properties?.sessionExpiryInterval && !this.hasSessionExpiry) {
      const text =
        'DISCONNECT cannot set a session expiry interval if CONNECT did not. Set it in CONNECT.';
      throw new MqttError(reasons.protocolError, text);
    }
    // MQTT 5.0, 3.14.4: with any other reason code, the will stays and is published.
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
        const text =
          'The CONNACK exceeds the Maximum Packet Size of this client. Set a higher value.';
        throw new MqttError(reasons.implementationSpecific, text);
      }
      this.opening = this.open(request);
      const session = await this.opening;
      // If the connection ended in the meantime, `release` waits for the session and closes it.
      if (this.isOver) return;
      this.session = session;
      this.network.authenticate();
      this.will = request.will;
      this.hasSessionExpiry = request.sessionExpiry > 0;
      this.framer.limit = deps.limits.packetBytes;
      this.startKeepAlive(keepAliveOf(request, writer.version, deps.limits));
      writer.send(connack);
    } catch (error) {
      const rejection = error instanceof MqttError ? error : this.unexpected(error);
      if (!this.isOver) writer.reject(rejection.reason, rejection.message);
      void this.end();
    }
  }

  /** MQTT 5.0, 3.1.4: an older connection of the device ends only if the new one is accepted. */
  private async open(request: ConnectRequest): Promise<Session> {
    const { deps, writer } = this;
    const { clientKey } = this.network;
    const deviceId = request.clientId.toLowerCase();
    await deps.admission.checkFailures(clientKey, deviceId);
    const device = await this.identify(request);
    // Of keys that are tried at the same time, the ones above the limit must not show whether they are right.
    await deps.admission.checkFailures(clientKey, deviceId);
    await deps.admission.checkRate(device);
    const prefix = devicePrefix(deps.topicPrefix, request.clientId);
    checkWill(deps, request, prefix);
    this.releaseSlot = deps.admission.admit(device, clientKey, () => {
      const text =
        'All connections of this sandbox are in use, and this client has the most of them. Connect fewer devices.';
      void this.end(reasons.quotaExceeded, text);
    });
    await deps.devices.takeOver(device, this);
    // A revocation before `takeOver` did not find this connection among those of its node: check again.
    await this.identify(request);
    return new Session(deps, {
      device,
      prefix,
      receiveMaximum: request.receiveMaximum,
      writer,
      traffic: this.network.traffic,
      clientKey,
      onOverflow: () => {
        const text = 'Too many messages are waiting for an acknowledgment.';
        void this.end(reasons.quotaExceeded, text);
      },
    });
  }

  private async identify({ clientId, connectionKey }: ConnectRequest): Promise<DeviceSession> {
    const { admission, deviceApi } = this.deps;
    const deviceId = clientId.toLowerCase();
    const device = await deviceApi.authenticate(deviceId, connectionKey);
    if (typeof device !== 'string') return device;
    await admission.countFailure(this.network.clientKey, deviceId);
    throw new MqttError(...accessErrors[device]);
  }

  /** Ends the connection after one and a half times the keep-alive without a packet (MQTT 5.0, 3.1.2.10). */
  private startKeepAlive(seconds: number): void {
    if (seconds === 0) return;
    const text = `No packet arrived for ${1.5 * seconds} seconds.`;
    this.keepAlive = this.deps.timers.set(() => {
      if (this.isBusy) this.startKeepAlive(seconds);
      else void this.end(reasons.keepAliveTimeout, text);
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
    return new MqttError(reasons.unspecified, 'Internal error of the sandbox. Connect again.');
  }

  private async release(isOwnEnd: boolean): Promise<void> {
    const session = await this.opening?.catch(() => undefined);
    this.releaseSlot();
    try {
      await this.idle();
      if (session && this.will && !isOwnEnd) await session.runWill(this.will);
    } finally {
      // Until then, the next connection of the device waits for this one.
      this.deps.devices.remove(this);
    }
  }
}

/**
 * Checks a will when the device connects, because nobody gets an error response when it is executed.
 * @throws MqttError if the will is not a request of the device
 */
function checkWill(
  deps: Pick<BrokerDeps, 'requests'>,
  { will }: ConnectRequest,
  prefix: string,
): void {
  if (!will) return;
  const topic = suffixOf(will.topic, prefix);
  if (topic === undefined) {
    const text = 'The will topic must be one of the topics of this device.';
    throw new MqttError(reasons.notAuthorized, text);
  }
  if (!deps.requests.has(topic)) {
    const { reason, message } = unknownTopic(deps, topic);
    throw new MqttError(reason, `The will is invalid. ${message}`);
  }
  const body = readRequestBody(will.payload);
  if (typeof body !== 'string') return;
  throw new MqttError(reasons.implementationSpecific, `The will is invalid. ${body}`);
}
