import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished } from 'vitest';
import { runProgram } from '../samples/support/run-program.ts';
import type { ApiRequest } from './support/api-server.ts';
import { buildGo } from './support/build-go.ts';
import { documented, type JsonObject } from './support/contract.ts';
import { bodyOf, commandWithoutPauses, nodeId, startPlatform } from './support/fake-platform.ts';
import { runExample } from './support/run-example.ts';
import { startExample } from './support/start-example.ts';
import { testWith, toolOf } from './support/tools.ts';

/** Responds to a request with a body, or with an HTTP error. @param cycle number of lists of nodes so far */
type Respond = (request: ApiRequest, cycle: number) => JsonObject | number;

const noData = { data: {} };

describe.each(['back-end/back_end.py', 'back-end/back_end.mjs'])('%s', (file) => {
  const test = testWith(toolOf(file));

  /** Runs a back end, without pauses, until a fake platform has been asked for nodes this many times. */
  async function runCycles(count: number, respond: Respond) {
    let cycles = 0;
    let isOver: (() => void) | undefined;
    const over = new Promise<void>((resolve) => (isOver = resolve));
    const platform = await startPlatform((request) => {
      if (bodyOf(request).offset === 0) cycles += 1;
      if (cycles > count) isOver?.();
      return respond(request, cycles);
    });
    const running = startExample(commandWithoutPauses(file, platform.given));
    onTestFinished(running.stop);
    await Promise.race([over, running.ended]);
    await running.stop();
    return { ...platform, output: running.output() };
  }

  const nodes = { nodes: [nodeId], totalCount: 1 };

  test('receives each point once, and sends a command when a value is too high', async () => {
    const timestamp = Math.floor(Date.now() / 1000);
    const hot = { timestamp, value: 31.5 };
    const later = { timestamp: timestamp + 1, value: 31.75 };
    const { output, bodies } = await runCycles(3, ({ url }, cycle) => {
      const response = documented(url, 'platform');
      if (url === '/v1/node/list') return { ...response, ...nodes };
      if (url === '/v1/data/getData')
        return { ...response, data: { [nodeId]: cycle === 1 ? [hot] : [hot, later] } };
      if (url === '/v1/commands/getDetails')
        return { ...response, data: 'on', status: cycle === 1 ? 'received' : 'success' };
      return response;
    });
    expect(output.trim().split('\n')).toEqual([
      'receiving',
      `${nodeId}: 31.5 at ${hot.timestamp}`,
      `${nodeId}: sent set-fan on`,
      `${nodeId}: 31.75 at ${later.timestamp}`,
      `${nodeId}: set-fan on: success`,
    ]);
    const commands = bodies().filter(({ command }) => command !== undefined);
    expect(commands).toMatchObject([{ nodeid: nodeId, command: 'set-fan', data: 'on' }]);
    const [expiry] = commands.map((body) => body.expiry as number);
    expect(expiry).toBeGreaterThan(Date.now() + 30_000);
    // Points that arrive up to a minute late are in the next response.
    const froms = bodies().flatMap(({ from }) => (from === undefined ? [] : [from as number]));
    for (const from of froms) expect(Math.abs(from + 60 - timestamp)).toBeLessThan(20);
  });

  test.each([
    ['on', 40],
    ['off', 20],
  ])('sends "%s" again after a failure', async (wanted, value) => {
    const timestamp = Math.floor(Date.now() / 1000);
    const { output } = await runCycles(3, ({ url }, cycle) => {
      const response = documented(url, 'platform');
      if (url === '/v1/node/list') return { ...response, ...nodes };
      if (url === '/v1/data/getData')
        return { ...response, data: { [nodeId]: [{ timestamp: timestamp + cycle, value }] } };
      if (url === '/v1/commands/getDetails')
        return { ...response, data: wanted, status: 'failure' };
      return response;
    });
    const again = new RegExp(`sent set-fan ${wanted}\\n.*set-fan ${wanted}: failure`, 'g');
    expect(output.match(again)?.length).toBeGreaterThan(1);
  });

  test('requests all nodes, 100 in a request', async () => {
    const all = Array.from({ length: 1150 }, () => randomUUID());
    const { bodies } = await runCycles(1, (request) => {
      const { offset = 0, limit = 0 } = bodyOf(request) as { offset?: number; limit?: number };
      const response = documented(request.url, 'platform');
      if (request.url === '/v1/data/getData') return { ...response, ...noData };
      return {
        ...response,
        nodes: all.slice(offset, offset + limit),
        totalCount: all.length,
      };
    });
    const asked = bodies().flatMap((body) => (body.nodes as string[] | undefined) ?? []);
    expect(asked.slice(0, all.length)).toEqual(all);
    const sizes = bodies().map((body) => (body.nodes as string[] | undefined)?.length);
    expect(sizes.slice(0, 14)).toEqual([
      undefined,
      undefined,
      ...Array.from({ length: 11 }, () => 100),
      50,
    ]);
  });

  test('receives the newest points when there are more than a response has', async () => {
    const counts: Record<string, number> = { [nodeId]: 12_000, [randomUUID()]: 30 };
    const all = Object.keys(counts);
    const start = Math.floor(Date.now() / 1000);
    /** A point each second; the last one is hot. */
    const pointsOf = (id: string, count: number) =>
      Array.from({ length: count }, (_, index) => {
        const value = index === count - 1 ? 31.5 : 20;
        return { id, point: { timestamp: start + index, value } };
      });
    const { bodies } = await runCycles(1, (request) => {
      const response = documented(request.url, 'platform');
      if (request.url === '/v1/node/list') return { ...response, nodes: all, totalCount: 2 };
      if (request.url !== '/v1/data/getData') return response;
      const query = bodyOf(request) as { nodes: string[]; from: number; limit: number };
      const data: Record<string, JsonObject[]> = {};
      // The limit counts the points of all nodes.
      const points = query.nodes.flatMap((id) => pointsOf(id, counts[id] ?? 0));
      const found = points.filter(({ point }) => point.timestamp >= query.from);
      for (const { id, point } of found.slice(0, query.limit)) (data[id] ??= []).push(point);
      return { ...response, data };
    });
    const commands = bodies().filter(({ command }) => command !== undefined);
    expect(commands.map(({ nodeid }) => nodeid)).toEqual(all);
  });

  test('waits longer after each error, and then receives again', async () => {
    const { output } = await runCycles(4, ({ url }, cycle) => {
      if (cycle < 3) return cycle === 1 ? 503 : 429;
      const response = documented(url, 'platform');
      return url === '/v1/node/list' ? { ...response, ...nodes } : { ...response, ...noData };
    });
    expect(output).toMatch(/HTTP 503: .*: again in 10 s\n.*HTTP 429: .*: again in 20 s\n$/);
  });

  test('ends with the error of the platform', async () => {
    const failure = { success: false, error: 'no such key', reasonCode: 'auth::tokennotfound' };
    const { given } = await startPlatform(() => failure);
    const outcome = await runExample(file, given);
    expect(outcome).toMatchObject({ code: 1, stdout: 'receiving\n' });
    expect(outcome.stderr).toContain('/node/list: auth::tokennotfound no such key\n');
  });
});

describe.each(['commands/send.py', 'commands/send.mjs'])('%s', (file) => {
  const test = testWith(toolOf(file));

  /** @param states states of the command, one for each poll; a number is an HTTP error */
  async function send(states: readonly (JsonObject | number)[]) {
    const waiting = [...states];
    const platform = await startPlatform(({ url }) => {
      const response = documented(url, 'platform');
      if (url === '/v1/commands/send') return response;
      const state = waiting.length > 1 ? waiting.shift() : waiting[0];
      return typeof state === 'number' ? state : { ...response, ...state };
    });
    return { ...platform, outcome: await runProgram(commandWithoutPauses(file, platform.given)) };
  }

  test('waits until the command has concluded, and prints what the device says', async () => {
    const before = Date.now();
    const states = ['pending', 'pending', 'received', 'success'].map((status) => ({ status }));
    const { outcome, bodies } = await send(states);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toBe('pending\nreceived\nsuccess\ndevice says: led is on\n');
    const [sent, ...looks] = bodies();
    expect(sent).toMatchObject({ nodeid: nodeId, command: 'set-led', data: 'on', type: 'string' });
    // It expires after the program has stopped waiting for it.
    expect(sent?.expiry).toBeGreaterThan(before + 55_000);
    expect(sent?.expiry).toBeLessThanOrEqual(Date.now() + 60_000);
    const { commandId } = documented('/commands/send', 'platform');
    expect(looks).toEqual(states.map(() => ({ commandId })));
  });

  test('reports a failure by its exit code', async () => {
    const { outcome } = await send([{ status: 'failure', ackdata: 'no lamp' }]);
    expect(outcome).toMatchObject({ code: 1, stdout: 'failure\ndevice says: no lamp\n' });
  });

  test('gives up after a minute, with increasing pauses', async () => {
    const { outcome, sent } = await send([{ status: 'pending' }]);
    expect(outcome).toMatchObject({
      code: 2,
      stdout: 'pending\n',
      stderr: 'no result within 60 s\n',
    });
    // After 0, 1, 3, 7, 15, 23 … 55 seconds.
    expect(sent().filter((url) => url === '/commands/getDetails')).toHaveLength(10);
  });

  test('does not wait for an expired command', async () => {
    const { outcome, sent } = await send([{ status: 'received', expired: true }]);
    expect(outcome).toMatchObject({ code: 2, stderr: 'no result: received\n' });
    expect(sent()).toEqual(['/commands/send', '/commands/getDetails']);
  });

  test('continues to wait while the platform is busy, without a second command', async () => {
    const { outcome, sent } = await send([503, 429, { status: 'success' }]);
    expect(outcome).toMatchObject({ code: 0, stdout: 'success\ndevice says: led is on\n' });
    expect(outcome.stderr).toMatch(/HTTP 503.*\n.*HTTP 429/);
    const looks = Array.from({ length: 3 }, () => '/commands/getDetails');
    expect(sent()).toEqual(['/commands/send', ...looks]);
  });

  test('ends with the error of the platform', async () => {
    const { outcome } = await send([
      { success: false, error: 'gone', reasonCode: 'cmd::notfound' },
    ]);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('/commands/getDetails: cmd::notfound gone');
  });
});

describe('commands/send.go', () => {
  const file = 'commands/send.go';
  const test = testWith(toolOf(file));

  test('waits with increasing pauses, up to its timeout', { timeout: 180_000 }, async () => {
    const check = `package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestWait(t *testing.T) {
	states := []string{"pending", "busy", "received"}
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		state := states[0]
		if len(states) > 1 {
			states = states[1:]
		}
		requests++
		if state == "busy" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		fmt.Fprintf(w, "{%q:true,%q:%q}", "success", "status", state)
	}))
	defer server.Close()
	t.Setenv("ANEDYA_API_URL", server.URL)
	t.Setenv("ANEDYA_API_KEY", "key")
	timeout, firstPause, longestPause = 240*time.Millisecond, 4*time.Millisecond, 32*time.Millisecond
	started := time.Now()
	if _, isOver, err := wait("id"); isOver || err != nil {
		t.Fatal(isOver, err)
	}
	// After 0, 4, 12, 28, 60, 92 … 220 ms, or later on a busy machine.
	if requests < 3 || requests > 10 || time.Since(started) > 10*time.Second {
		t.Fatal(requests, time.Since(started))
	}
	states = []string{"success"}
	if details, isOver, err := wait("id"); !isOver || err != nil || details.Status != "success" {
		t.Fatal(details, isOver, err)
	}
}
`;
    const program = await buildGo(file, check);
    onTestFinished(program.remove);
    const { given, sent, bodies } = await startPlatform(({ url }) => documented(url, 'platform'));
    const outcome = await program.run(given);
    expect(outcome).toMatchObject({
      code: 0,
      stdout: 'success\ndevice says: led is on\n',
      stderr: '',
    });
    expect(sent()).toEqual(['/commands/send', '/commands/getDetails']);
    expect(bodies()[0]).toMatchObject({ nodeid: nodeId, command: 'set-led', data: 'on' });
  });
});
