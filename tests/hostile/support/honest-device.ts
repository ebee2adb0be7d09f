import mqtt, { type MqttClient } from 'mqtt';
import type { Project } from './site-process.ts';

/** A device with another address that keeps to all limits and must not be affected. */
export class HonestDevice {
  readonly #failures: string[] = [];

  private constructor(
    private readonly client: MqttClient,
    private readonly topic: string,
  ) {
    client.on('close', () => this.#failures.push('disconnected'));
    client.on('error', ({ message }) => this.#failures.push(message));
  }

  static async connect({ broker, nodes }: Project): Promise<HonestDevice> {
    const [{ deviceId, connectionKey }] = nodes;
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.tcp}`, {
      clientId: deviceId,
      username: deviceId,
      password: connectionKey,
      reconnectPeriod: 0,
      connectTimeout: 30_000,
    });
    return new HonestDevice(client, `$anedya/device/${deviceId}/submitdata/json`);
  }

  /** Submits a value. Resolves when the broker has acknowledged it, which it does after storing it. */
  async submit(): Promise<void> {
    const body = { reqId: 'honest', data: [{ variable: 'temperature', value: 21, timestamp: 0 }] };
    try {
      await this.client.publishAsync(this.topic, JSON.stringify(body), { qos: 1 });
    } catch (error) {
      this.#failures.push((error as Error).message);
    }
  }

  /** @returns errors of the device */
  async leave(): Promise<readonly string[]> {
    this.client.removeAllListeners('close');
    await this.client.endAsync();
    return this.#failures;
  }
}
