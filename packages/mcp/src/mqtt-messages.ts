import type { MqttClient } from 'mqtt';
import { ToolError } from './docs.ts';

/** A message that a device received. */
export interface Message {
  readonly topic: string;
  readonly text: string;
}

/** @param reason a sentence */
export const rejected = (reason: string) =>
  new ToolError(`The broker rejected the request: ${reason}`);

/**
 * Publishes a message and waits for its acknowledgment.
 * @throws ToolError with the reason string of the acknowledgment (MQTT 5.0, 3.4.2.2.2), which `publishAsync` does not pass on
 */
export function publish(client: MqttClient, topic: string, payload: string): Promise<void> {
  return new Promise((resolve, reject) => {
    client.publish(topic, payload, { qos: 1 }, (error, packet) => {
      const reason = packet?.cmd === 'puback' ? packet.properties?.reasonString : undefined;
      if (error) reject(rejected(reason ?? `${error.message}.`));
      else resolve();
    });
  });
}

export const noMessage = () =>
  new ToolError('No response over MQTT. The sandbox may be busy: try again.');

/** Does something when a signal aborts, or now if it has. */
function whenAborted(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act);
}

/** Messages of a client until there are enough, which is only after `start`. */
export class MessageList {
  private readonly messages: Message[] = [];
  private hasStarted = false;
  private resolve: () => void = () => undefined;
  private reject: (error: ToolError) => void = () => undefined;

  /**
   * @param count messages that are enough
   * @param isPartial whether fewer are enough when the time to wait for them is over
   */
  constructor(
    private readonly client: MqttClient,
    private readonly count: number,
    private readonly isPartial: boolean,
  ) {}

  /** @throws ToolError when the connection is closed, or the signal aborts before there are enough, or before `start` if partial */
  complete(signal: AbortSignal): Promise<readonly Message[]> {
    return new Promise((resolve, reject) => {
      this.resolve = () => resolve(this.messages);
      this.reject = reject;
      this.client.on('message', (topic, payload) => {
        this.messages.push({ topic, text: payload.toString('utf8') });
        this.check();
      });
      this.client.once('close', () =>
        this.fail(
          new ToolError(
            'The broker closed the connection. If another program runs as the device, stop it, and try again.',
          ),
        ),
      );
      // The client may have left while the connection was opened.
      whenAborted(signal, () => {
        if (!this.isPartial || !this.hasStarted) this.fail(noMessage());
      });
    });
  }

  /** What leads to the messages was done. @param wait ends the wait for them */
  start(wait: AbortSignal | undefined): void {
    this.hasStarted = true;
    this.check();
    if (wait) whenAborted(wait, this.resolve);
  }

  /** Ends with an error, unless the response to a request has arrived. */
  fail(error: ToolError): void {
    if (!this.isPartial && this.messages.length >= this.count) this.resolve();
    else this.reject(error);
  }

  private check(): void {
    if (this.hasStarted && this.messages.length >= this.count) this.resolve();
  }
}
