import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { Aedes } from 'aedes';
import { secrets } from '../support/environment.ts';

/** Certificate of the broker, which is self-signed. */
export const certificateFile = path.join(import.meta.dirname, 'test-only.cert.pem');
const keyFile = path.join(import.meta.dirname, 'test-only.key.pem');

/** A connection of a client with its actions. */
export interface Session {
  readonly clientId: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly subscribed: string[];
  readonly published: Message[];
}

export interface Message {
  readonly topic: string;
  readonly payload: string;
}

/** Messages that the broker sends to a device that published a request. */
export type Responder = (request: Message) => readonly Message[];

/** An MQTT broker with TLS on a free port: it records the actions of devices and sends the given responses. */
export class Broker {
  readonly port: number;
  private readonly aedes: Aedes;
  private readonly server: Server;
  private readonly responders = new Map<string, Responder>();
  private readonly sessions: Session[] = [];

  private constructor(aedes: Aedes, server: Server) {
    this.aedes = aedes;
    this.server = server;
    this.port = (server.address() as AddressInfo).port;
    aedes.authenticate = (client, username, password, done) => {
      const session = { clientId: client.id, username, password: password?.toString('utf8') };
      this.sessions.push({ ...session, subscribed: [], published: [] });
      // Rejected with code 5, "not authorized" (MQTT 3.1.1, 3.2.2.3).
      done(null, session.password === secrets.ANEDYA_CONNECTION_KEY);
    };
    aedes.on('subscribe', (subscriptions, client) => {
      this.last(client.id)?.subscribed.push(...subscriptions.map(({ topic }) => topic));
    });
    aedes.on('publish', ({ topic, payload }, client) => {
      if (client) this.receive(client.id, { topic, payload: payload.toString('utf8') });
    });
  }

  static async start(): Promise<Broker> {
    const aedes = await Aedes.createBroker();
    const pair = { cert: readFileSync(certificateFile), key: readFileSync(keyFile) };
    const server = createServer(pair, aedes.handle);
    // A client that does not trust the certificate disconnects and reports it in its output.
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Broker(aedes, server);
  }

  /** Sets the responses to requests of one device. */
  onRequest(deviceId: string, responder: Responder): void {
    this.responders.set(deviceId, responder);
  }

  /** Number of connections with a client id so far. */
  sessionsOf(clientId: string): readonly Session[] {
    return this.sessions.filter((session) => session.clientId === clientId);
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.aedes.close(resolve));
    await new Promise((resolve) => this.server.close(resolve));
  }

  private last(clientId: string): Session | undefined {
    return this.sessionsOf(clientId).at(-1);
  }

  private receive(clientId: string, request: Message): void {
    this.last(clientId)?.published.push(request);
    for (const { topic, payload } of this.responders.get(clientId)?.(request) ?? []) {
      const packet = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false } as const;
      this.aedes.publish(packet, () => undefined);
    }
  }
}
