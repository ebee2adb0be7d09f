import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorkerRequester, type FromWorker, type ToWorker } from './worker-requester';

/** The page's side of a worker; the test is the other side. */
class WorkerEnd {
  readonly received: ToWorker[] = [];
  onmessage?: (event: { data: FromWorker }) => void;
  onerror?: () => void;
  postMessage(message: ToWorker): void {
    this.received.push(message);
  }
  send(data: FromWorker): void {
    this.onmessage?.({ data });
  }
}

const request = {
  url: 'https://search.worker.invalid/1/indexes/*/queries?x-algolia-api-key=k',
  data: '{"requests":[]}',
  method: 'POST' as const,
  headers: {},
  connectTimeout: 1000,
  responseTimeout: 2000,
};

describe('the worker as a host of the search client', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const workers: WorkerEnd[] = [];
  const create = () => {
    workers.length = 0;
    return createWorkerRequester({
      index: 'https://docs.example.com/search/index.json',
      indexName: 'docs',
      createWorker: () => {
        const end = new WorkerEnd();
        workers.push(end);
        return end as unknown as Worker;
      },
    });
  };

  it('is started once, on first use', () => {
    const requester = create();
    expect(workers).toHaveLength(0);
    requester.warm();
    requester.warm();
    void requester.send(request);
    expect(workers).toHaveLength(1);
    expect(workers[0]?.received).toEqual([
      { kind: 'start', index: 'https://docs.example.com/search/index.json', indexName: 'docs' },
      { kind: 'query', id: 1, path: '/1/indexes/*/queries', body: '{"requests":[]}' },
    ]);
  });

  it('returns the response of each query, in any order', async () => {
    const requester = create();
    const responses = [requester.send(request), requester.send(request)];
    workers[0]?.send({ kind: 'response', id: 2, status: 200, content: 'second' });
    workers[0]?.send({ kind: 'response', id: 1, status: 400, content: 'first' });
    expect(await Promise.all(responses)).toEqual([
      { status: 400, content: 'first', isTimedOut: false },
      { status: 200, content: 'second', isTimedOut: false },
    ]);
  });

  it('is unavailable when its script fails to load, and is tried again', async () => {
    const requester = create();
    const response = requester.send(request);
    workers[0]?.onerror?.();
    expect(await response).toMatchObject({ status: 0, isTimedOut: false });
    void requester.send(request);
    expect(workers).toHaveLength(2);
  });

  /** True when a response has arrived. */
  async function isSettled(response: Promise<unknown>): Promise<boolean> {
    let settled = false;
    void response.then(() => (settled = true));
    await vi.advanceTimersByTimeAsync(0);
    return settled;
  }

  // docs/behavior.md, section 7: the read timeout is 2 s.
  it('times out after the time that the client sets', async () => {
    const response = create().send(request);
    await vi.advanceTimersByTimeAsync(1999);
    expect(await isSettled(response)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await response).toMatchObject({ status: 0, isTimedOut: true });
  });

  it('does not time out while the index arrives', async () => {
    const response = create().send(request);
    await vi.advanceTimersByTimeAsync(1500);
    workers[0]?.send({ kind: 'progress' });
    await vi.advanceTimersByTimeAsync(1999);
    expect(await isSettled(response)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await response).toMatchObject({ isTimedOut: true });
  });

  it('does not time out while it computes', async () => {
    const requester = create();
    const before = requester.send(request);
    workers[0]?.send({ kind: 'downloaded' });
    const after = requester.send(request);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await isSettled(before)).toBe(false);
    expect(await isSettled(after)).toBe(false);
    workers[0]?.send({ kind: 'response', id: 1, status: 200, content: 'found' });
    expect(await before).toMatchObject({ content: 'found' });
  });

  it('times out again after an index that cannot be used', async () => {
    const requester = create();
    const failed = requester.send(request);
    workers[0]?.send({ kind: 'downloaded' });
    workers[0]?.send({ kind: 'response', id: 1, status: 0, content: 'not an index' });
    expect(await failed).toMatchObject({ status: 0 });
    const next = requester.send(request);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await next).toMatchObject({ isTimedOut: true });
  });
});
