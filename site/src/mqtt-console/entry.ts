import type { PastCall } from '@site/src/runner/history';

export type Qos = 0 | 1 | 2;

/** What the broker said of a message. */
export interface Ack {
  /** Reason code of MQTT 5 (MQTT 5.0, 2.4); nothing where the acknowledgement carries none. */
  readonly code: number | undefined;
  /** In words: `Success`. */
  readonly text: string;
  readonly isGood: boolean;
}

interface Moment {
  /** Counts up, over all entries of the page. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Message extends Moment {
  readonly topic: string;
  readonly qos: Qos;
  /** The payload as text. */
  readonly text: string;
}

/** A request that the device published. */
export interface OutEntry extends Message {
  readonly kind: 'out';
  /** Nothing until it comes. */
  readonly ack: Ack | undefined;
  /** Entry of its answer. */
  readonly answeredBy: number | undefined;
}

/** A message that arrived. */
export interface InEntry extends Message {
  readonly kind: 'in';
  /** Entry of the request it answers. */
  readonly answers: number | undefined;
}

/** What became of the connection. */
export interface NoteEntry extends Moment {
  readonly kind: 'note';
  readonly text: string;
  readonly isGood: boolean;
}

/** What the console itself has seen. */
export type MqttEntry = OutEntry | InEntry | NoteEntry;

/** A call over HTTP that a page of this tab made. */
export interface HttpEntry {
  readonly kind: 'http';
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
  readonly past: PastCall;
}

export type Entry = MqttEntry | HttpEntry;
