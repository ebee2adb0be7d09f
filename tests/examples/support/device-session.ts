import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { certificateFile, type Broker, type Message } from '../../samples/mqtt/broker.ts';
import { secrets } from '../../samples/support/environment.ts';
import { documentedOn, expectPublished, type JsonObject } from './contract.ts';

/** A message from a device: its topic without the prefix, and the body. */
export interface Said {
  readonly suffix: string;
  readonly body: JsonObject;
}

/** Actions of the platform after a device has published, in addition to the documented response. */
export interface Reaction {
  /** Replaces fields of the response. */
  readonly response?: JsonObject;
  /** Pushed to the device after the response. */
  readonly push?: { readonly suffix: string; readonly body: JsonObject };
}

/** A device on the broker of the tests, with what its program receives and publishes. */
export class DeviceSession {
  readonly deviceId: string = randomUUID();
  readonly said: Said[] = [];
  /** Environment variables of the program. */
  readonly environment: NodeJS.ProcessEnv;
  private readonly broker: Broker;

  constructor(broker: Broker) {
    this.broker = broker;
    this.environment = {
      ANEDYA_CONNECTION_KEY: secrets.ANEDYA_CONNECTION_KEY,
      ANEDYA_DEVICE_ID: this.deviceId,
      ANEDYA_MQTT_HOST: 'localhost',
      ANEDYA_MQTT_PORT: String(broker.port),
      ANEDYA_CA_FILE: certificateFile,
    };
  }

  /**
   * Responds to the messages of the program and checks each against the document.
   * @returns resolves with all messages when `isOver` returns true, rejects when a message violates the document
   */
  serve(
    isOver: (said: Said) => boolean,
    react: (said: Said) => Reaction = () => ({}),
  ): Promise<readonly Said[]> {
    const prefix = `$anedya/device/${this.deviceId}/`;
    return new Promise((resolve, reject) => {
      this.broker.onRequest(this.deviceId, ({ topic, payload }) => {
        try {
          const body = expectPublished(topic, payload, this.deviceId);
          const one = { suffix: topic.slice(prefix.length), body };
          this.said.push(one);
          const { response, push } = react(one);
          const full = { ...documentedOn(topic, payload, this.deviceId), ...response };
          const messages: Message[] = [
            { topic: `${prefix}response`, payload: JSON.stringify(full) },
            ...(push ? [{ topic: prefix + push.suffix, payload: JSON.stringify(push.body) }] : []),
          ];
          if (isOver(one)) resolve(this.said);
          return messages;
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          return [];
        }
      });
    });
  }

  /** Checks that the program has connected once, as its device, and subscribed to these topics. */
  expectConnection(...suffixes: readonly string[]): void {
    const sessions = this.broker.sessionsOf(this.deviceId);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      username: this.deviceId,
      password: secrets.ANEDYA_CONNECTION_KEY,
    });
    const topics = suffixes.map((suffix) => `$anedya/device/${this.deviceId}/${suffix}`);
    expect(sessions[0]?.subscribed.toSorted()).toEqual(topics.toSorted());
  }
}
