// The MQTT part of `_board`: one connection to the broker of the world.
import { Buffer } from 'node:buffer';
import { generate, parser } from 'mqtt-packet';
import { board } from './world.mjs';

/** @typedef {import('mqtt-packet').Packet} Packet */
/**
 * @typedef {{ server: string, port: number, client_id: string, user: string, password: string, ssl: boolean, keepalive: number,
 *   will?: { topic: string, text: string, qos: number } }} MqttSettings
 */
/** @typedef {(result: number) => void} Settle */

/** Errors of the network, as negative numbers. */
const [unreachable, reset] = [-113, -104];

/** A connection to the broker. */
class Connection {
  /** @type {Map<number, Settle>} Exchanges without an acknowledgment, by message id; 0 is CONNECT. */
  pending = new Map();
  /** @type {string[]} */
  messages = [];
  /** @type {((message: string) => void) | undefined} */
  onMessage;
  isLost = false;
  lastId = 0;
  heardAt = board.millis();

  /**
   * @param {number} id of the connection in the world
   * @param {number} keepalive seconds
   */
  constructor(id, keepalive) {
    this.id = id;
    this.keepalive = keepalive * 1000;
    this.parser = parser({ protocolVersion: 4 });
    this.parser.on('packet', (packet) => this.receive(packet));
    globalThis.setTimeout(() => this.ping(), this.keepalive / 4);
  }

  /** @param {Packet} packet */
  send(packet) {
    board.send(this.id, generate(packet).toString('hex'));
  }

  /**
   * Sends a packet that the broker acknowledges.
   * @param {Packet} packet
   * @param {number} id
   * @returns {Promise<number>}
   */
  exchange(packet, id) {
    return new Promise((resolve) => {
      this.pending.set(id, resolve);
      this.send(packet);
    });
  }

  /** Handles what has arrived. */
  poll() {
    const hex = board.read(this.id, 65_536);
    if (hex !== '') this.parser.parse(Buffer.from(hex, 'hex'));
    else if (!board.isOpen(this.id)) this.lose();
  }

  /** @param {Packet} packet */
  receive(packet) {
    this.heardAt = board.millis();
    if (packet.cmd === 'connack') this.settle(0, packet.returnCode ?? 0);
    else if (packet.cmd === 'suback') this.settle(packet.messageId, Number(packet.granted[0]));
    else if (packet.cmd === 'puback') this.settle(packet.messageId, 0);
    else if (packet.cmd === 'publish') {
      this.messages.push(JSON.stringify([packet.topic, packet.payload.toString(), packet.retain]));
      if (packet.qos === 1) this.send({ cmd: 'puback', messageId: packet.messageId });
      this.deliver();
    }
  }

  /**
   * @param {number | undefined} id
   * @param {number} result
   */
  settle(id = 0, result = 0) {
    this.pending.get(id)?.(result);
    this.pending.delete(id);
  }

  deliver() {
    const message = this.messages[0] ?? (this.isLost ? '' : undefined);
    if (!this.onMessage || message === undefined) return;
    const deliver = this.onMessage;
    this.onMessage = undefined;
    this.messages.shift();
    deliver(message);
  }

  ping() {
    if (this.isLost) return;
    if (board.millis() - this.heardAt > this.keepalive) {
      this.lose();
      return;
    }
    this.send({ cmd: 'pingreq' });
    globalThis.setTimeout(() => this.ping(), this.keepalive / 4);
  }

  lose() {
    if (this.isLost) return;
    this.isLost = true;
    board.close(this.id);
    for (const id of this.pending.keys()) this.settle(id, reset);
    this.deliver();
  }
}

/** @type {Connection | undefined} */
let connection;

const open = () => (connection?.isLost === false ? connection : undefined);

/** Handles what has arrived from the broker. */
export const poll = () => open()?.poll();

export const mqtt = {
  /** @param {string} text */
  async connect(text) {
    /** @type {unknown} */
    const parsed = JSON.parse(text);
    const settings = /** @type {MqttSettings} */ (parsed);
    connection?.lose();
    const id = board.open(settings.server, settings.port, settings.ssl);
    if (id < 0) return unreachable;
    connection = new Connection(id, settings.keepalive);
    /** @type {Packet} */
    const packet = {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: settings.client_id,
      keepalive: settings.keepalive,
      username: settings.user,
      password: Buffer.from(settings.password),
    };
    const { will } = settings;
    if (will) {
      const qos = will.qos === 1 ? 1 : 0;
      packet.will = { topic: will.topic, payload: Buffer.from(will.text), qos, retain: false };
    }
    const code = await connection.exchange(packet, 0);
    if (code !== 0) connection.lose();
    return code;
  },
  /**
   * @param {string} topic
   * @param {string} text
   * @param {0 | 1} qos
   * @param {boolean} retain
   */
  async publish(topic, text, qos, retain) {
    const link = open();
    if (!link) return reset;
    const messageId = (link.lastId += 1);
    /** @type {Packet} */
    const packet = { cmd: 'publish', topic, payload: text, qos, retain, dup: false, messageId };
    if (qos === 1) return link.exchange(packet, messageId);
    link.send(packet);
    return 0;
  },
  /**
   * @param {string} topic
   * @param {0 | 1} qos
   */
  async subscribe(topic, qos) {
    const link = open();
    if (!link) return reset;
    const messageId = (link.lastId += 1);
    return link.exchange(
      { cmd: 'subscribe', messageId, subscriptions: [{ topic, qos }] },
      messageId,
    );
  },
  /** @returns {Promise<string>} */
  nextMessage() {
    const link = connection;
    if (!link) return Promise.resolve('');
    return new Promise((resolve) => {
      link.onMessage = resolve;
      link.deliver();
    });
  },
  disconnect() {
    open()?.send({ cmd: 'disconnect' });
    connection?.lose();
  },
};
