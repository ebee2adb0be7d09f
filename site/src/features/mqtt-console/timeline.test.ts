import { describe, expect, it } from 'vitest';
import {
  nextReports,
  reportedState,
  timeline,
  timelineLength,
  withAck,
  withArrival,
  withEntry,
  type InEntry,
  type MqttEntry,
  type OutEntry,
} from './timeline';
import type { PastRequest } from '@site/src/features/request-runner';

const out = (id: number, text: string, topic = 'request'): OutEntry => ({
  kind: 'out',
  id,
  at: id,
  topic,
  qos: 1,
  text,
  ack: undefined,
  responseId: undefined,
});

const arrival = (id: number, text: string, topic = 'response'): Omit<InEntry, 'requestId'> => ({
  kind: 'in',
  id,
  at: id,
  topic,
  qos: 1,
  text,
});

const request = (at: number): PastRequest => ({
  id: `request-${at}`,
  api: 'platform',
  operation: 'node-list',
  title: 'List nodes',
  page: '/platform-api/node-list/',
  server: 'https://docs.example.com/sandbox/platform/v1',
  scheme: 'apiKey',
  body: '{}',
  at,
  result: '200 OK',
  succeeded: true,
  milliseconds: undefined,
});

const named = (reqId: string) => JSON.stringify({ reqId });

describe('responses', () => {
  it('are matched to their request by reqId, in any order', () => {
    const sent = [out(1, named('a')), out(2, named('b'))];
    const list = withArrival(sent, arrival(3, named('a')));
    expect(list.at(-1)).toMatchObject({ requestId: 1 });
    expect(list).toMatchObject([{ responseId: 3 }, { responseId: undefined }, {}]);
  });

  it('are matched to the newest pending request with that reqId', () => {
    const sent = [out(1, named('a')), out(2, named('a'))];
    const once = withArrival(sent, arrival(3, named('a')));
    const twice = withArrival(once, arrival(4, named('a')));
    expect(twice.slice(2)).toMatchObject([{ requestId: 2 }, { requestId: 1 }]);
    expect(withArrival(twice, arrival(5, named('a'))).at(-1)).toMatchObject({
      requestId: undefined,
    });
  });

  it('are matched to a request whose long reqId was truncated', () => {
    const list = withArrival([out(1, named('x'.repeat(80)))], arrival(2, named('x'.repeat(36))));
    expect(list.at(-1)).toMatchObject({ requestId: 1 });
  });

  it('without a reqId, and pushes, belong to no request', () => {
    const sent = [out(1, '{}'), out(2, 'no JSON'), out(3, 'null')];
    for (const text of ['{}', 'no JSON', '[]', '{"reqId":7}']) {
      expect(withArrival(sent, arrival(4, text)).at(-1)).toMatchObject({ requestId: undefined });
    }
  });
});

it('an acknowledgement changes only its request', () => {
  const ack = { code: 0, text: 'Success', isGood: true };
  expect(withAck([out(1, ''), out(2, '')], 2, ack)).toEqual([out(1, ''), { ...out(2, ''), ack }]);
});

describe('the timeline', () => {
  it('shows messages and HTTP requests together, newest first', () => {
    const shown = timeline([out(1, ''), out(30, '')], [request(20), request(5)], 0);
    expect(shown.map(({ at }) => at)).toEqual([30, 20, 5, 1]);
  });

  it('shows a request at the time it was sent, before what it caused', () => {
    const sent = { ...request(20), milliseconds: 12 };
    expect(timeline([out(15, '')], [sent], 0).map(({ at }) => at)).toEqual([15, 8]);
  });

  it('omits requests sent before it was cleared', () => {
    expect(timeline([], [request(20), request(5)], 5).map(({ at }) => at)).toEqual([20]);
  });

  it('has a maximum length, and removes the oldest entries', () => {
    let list: readonly MqttEntry[] = [];
    for (let id = 1; id <= timelineLength + 5; id += 1) list = withEntry(list, out(id, ''));
    expect(list).toHaveLength(timelineLength);
    expect(list[0]).toMatchObject({ id: 6 });
    expect(withArrival(list, arrival(999, ''))).toHaveLength(timelineLength);
    const shown = timeline(list, [request(1000)], 0);
    expect(shown).toHaveLength(timelineLength);
    expect(shown[0]).toMatchObject({ kind: 'http' });
    expect(shown.at(-1)).toMatchObject({ id: 7 });
  });
});

describe('the state of a command', () => {
  const update = (id: number, status: string, commandId = 'c-1') =>
    out(id, JSON.stringify({ reqId: String(id), commandId, status }), 'update');
  const withResponse = (list: readonly MqttEntry[], id: number, success: boolean) =>
    withArrival(list, arrival(id + 100, JSON.stringify({ reqId: String(id), success })));

  it('is the last one that the broker accepted', () => {
    const sent = withEntry([], update(1, 'processing'));
    expect(reportedState(sent, 'update', 'c-1')).toBeUndefined();
    const taken = withResponse(sent, 1, true);
    expect(reportedState(taken, 'update', 'c-1')).toBe('processing');
    const rejected = withResponse(withEntry(taken, update(2, 'success')), 2, false);
    expect(reportedState(rejected, 'update', 'c-1')).toBe('processing');
  });

  it('is that of its command and topic', () => {
    const list = withResponse(withEntry([], update(1, 'success', 'other')), 1, true);
    expect(reportedState(list, 'update', 'c-1')).toBeUndefined();
    expect(reportedState(list, 'elsewhere', 'other')).toBeUndefined();
  });

  it('only moves forward', () => {
    expect(nextReports(undefined)).toEqual(['received', 'processing', 'success', 'failure']);
    expect(nextReports('received')).toEqual(['processing', 'success', 'failure']);
    expect(nextReports('processing')).toEqual(['success', 'failure']);
    expect(nextReports('success')).toEqual([]);
    expect(nextReports('failure')).toEqual([]);
  });
});
