import type { PastRequest } from '@site/src/features/request-runner';
import { requestId, textField } from './requests';

export type Qos = 0 | 1 | 2;

/** The broker's acknowledgement of a message. */
export interface Ack {
  /** MQTT 5 reason code (MQTT 5.0, 2.4); undefined if the acknowledgement has none. */
  readonly code: number | undefined;
  /** Name of the reason: `Success`. */
  readonly text: string;
  readonly isGood: boolean;
}

interface EntryBase {
  /** Unique number, increasing over all entries of the page. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Message extends EntryBase {
  readonly topic: string;
  readonly qos: Qos;
  /** Payload as text. */
  readonly text: string;
}

/** A request published by the device. */
export interface OutEntry extends Message {
  readonly kind: 'out';
  /** Undefined until it arrives. */
  readonly ack: Ack | undefined;
  /** Id of the entry with its response. */
  readonly responseId: number | undefined;
}

/** A received message. */
export interface InEntry extends Message {
  readonly kind: 'in';
  /** Id of the entry with its request. */
  readonly requestId: number | undefined;
}

/** Change of the connection state. */
export interface NoteEntry extends EntryBase {
  readonly kind: 'note';
  readonly text: string;
  readonly isGood: boolean;
}

/** Entries recorded by the console. */
export type MqttEntry = OutEntry | InEntry | NoteEntry;

/** An HTTP request sent by a page of this tab. */
export interface HttpEntry {
  readonly kind: 'http';
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
  readonly past: PastRequest;
}

export type Entry = MqttEntry | HttpEntry;

/** Maximum number of entries; older ones are removed. */
export const timelineLength = 200;

const bounded = <T>(list: readonly T[]) => list.slice(-timelineLength);

/** Returns the newest request without a response that has this `reqId`. */
function openRequest(list: readonly MqttEntry[], reqId: string): OutEntry | undefined {
  return list.findLast(
    (entry): entry is OutEntry =>
      entry.kind === 'out' && entry.responseId === undefined && requestId(entry.text) === reqId,
  );
}

/** Appends a request or a note. */
export function withEntry(list: readonly MqttEntry[], entry: MqttEntry): readonly MqttEntry[] {
  return bounded([...list, entry]);
}

/** Appends a received message, matched to its request by `reqId`. */
export function withArrival(
  list: readonly MqttEntry[],
  arrived: Omit<InEntry, 'requestId'>,
): readonly MqttEntry[] {
  const reqId = requestId(arrived.text);
  const request = reqId === undefined ? undefined : openRequest(list, reqId);
  const marked = list.map((entry) =>
    entry === request ? { ...request, responseId: arrived.id } : entry,
  );
  return bounded([...marked, { ...arrived, requestId: request?.id }]);
}

/** Adds the acknowledgement to a request. */
export function withAck(list: readonly MqttEntry[], id: number, ack: Ack): readonly MqttEntry[] {
  return list.map((entry) => (entry.id === id && entry.kind === 'out' ? { ...entry, ack } : entry));
}

/**
 * Entries of the timeline, newest first: those of the console and the HTTP requests of this tab.
 * @param clearedAt when the reader cleared the timeline, in milliseconds since 1970; earlier requests are hidden
 */
export function timeline(
  list: readonly MqttEntry[],
  requests: readonly PastRequest[],
  clearedAt: number,
): readonly Entry[] {
  const http = requests
    // The time of the request: messages that it causes can arrive before its response.
    .map((past) => ({ kind: 'http', at: past.at - (past.milliseconds ?? 0), past }) as const)
    .filter(({ at }) => at > clearedAt);
  const all: Entry[] = [...http, ...list];
  return bounded(all.sort((one, other) => one.at - other.at)).reverse();
}

/** States that a device can report, in order (specs/facts/device-api.md, 4). */
const reports = ['received', 'processing', 'success', 'failure'] as const;
export type Report = (typeof reports)[number];

/** States that conclude a command. */
const concluding: readonly string[] = ['success', 'failure'];

function isSuccess(text: string): boolean {
  try {
    return (JSON.parse(text) as { success?: unknown }).success === true;
  } catch {
    return false;
  }
}

/** State that the device last reported for a command and the broker accepted. */
export function reportedState(
  list: readonly MqttEntry[],
  updateTopic: string,
  commandId: string,
): string | undefined {
  const acknowledged = new Set(
    list.flatMap((entry) =>
      entry.kind === 'in' && entry.requestId !== undefined && isSuccess(entry.text)
        ? [entry.requestId]
        : [],
    ),
  );
  const report = list.findLast(
    (entry) =>
      entry.kind === 'out' &&
      entry.topic === updateTopic &&
      acknowledged.has(entry.id) &&
      textField(entry.text, 'commandId') === commandId,
  );
  return report?.kind === 'out' ? textField(report.text, 'status') : undefined;
}

/** States that can be reported next. A state only moves forward. */
export function nextReports(state: string | undefined): readonly Report[] {
  if (state !== undefined && concluding.includes(state)) return [];
  return reports.slice(reports.findIndex((report) => report === state) + 1);
}
