import type { PastCall } from '@site/src/runner/history';
import type { Ack, Entry, InEntry, MqttEntry, OutEntry } from './entry';
import { requestId } from './request-id';

/** Entries that are kept and shown; older ones make room. */
export const timelineLength = 200;

const bounded = <T>(list: readonly T[]) => list.slice(-timelineLength);

/** The newest request without an answer that has this `reqId`. */
function openRequest(list: readonly MqttEntry[], reqId: string): OutEntry | undefined {
  return list.findLast(
    (entry): entry is OutEntry =>
      entry.kind === 'out' && entry.answeredBy === undefined && requestId(entry.text) === reqId,
  );
}

/** The list with a request or a note at its end. */
export function withEntry(list: readonly MqttEntry[], entry: MqttEntry): readonly MqttEntry[] {
  return bounded([...list, entry]);
}

/** The list with an arrived message at its end, matched to the request it answers by `reqId`. */
export function withArrival(
  list: readonly MqttEntry[],
  arrived: Omit<InEntry, 'answers'>,
): readonly MqttEntry[] {
  const reqId = requestId(arrived.text);
  const request = reqId === undefined ? undefined : openRequest(list, reqId);
  const marked = list.map((entry) =>
    entry === request ? { ...request, answeredBy: arrived.id } : entry,
  );
  return bounded([...marked, { ...arrived, answers: request?.id }]);
}

/** The list with the acknowledgement of a request. */
export function withAck(list: readonly MqttEntry[], id: number, ack: Ack): readonly MqttEntry[] {
  return list.map((entry) => (entry.id === id && entry.kind === 'out' ? { ...entry, ack } : entry));
}

/**
 * What the timeline shows, the newest first: the console's own entries and the HTTP calls of this tab.
 * @param clearedAt when the reader cleared it, in milliseconds since 1970: older calls stay away
 */
export function timeline(
  list: readonly MqttEntry[],
  calls: readonly PastCall[],
  clearedAt: number,
): readonly Entry[] {
  const http = calls
    // The moment it was sent: what it causes can arrive before its answer.
    .map((past) => ({ kind: 'http', at: past.at - (past.milliseconds ?? 0), past }) as const)
    .filter(({ at }) => at > clearedAt);
  const all: Entry[] = [...http, ...list];
  return bounded(all.sort((one, other) => one.at - other.at)).reverse();
}
