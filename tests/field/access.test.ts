import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, vi } from 'vitest';
import { placeOf } from '../examples/support/examples.ts';
import { temporaryFolder } from '../samples/support/folders.ts';
import {
  closedUrl,
  openScenario,
  requestFailures,
  retryAfterOf,
  testOf,
} from './computer-cases.ts';
import { runComputer } from './computer.ts';
import type { Disruption } from './disruptions.ts';
import { expectCalm } from './holds.ts';
import { Rig, type Scenario } from './rig.ts';

// Starts a process for each failure.
vi.setConfig({ testTimeout: 120_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

/** An access token for the values of the node, as variables of the setup block. */
async function createToken(scenario: Scenario): Promise<NodeJS.ProcessEnv> {
  const response = await scenario.platform('/access/tokens/create', {
    ttlSec: 3600,
    policy: {
      resources: { nodes: [scenario.node.nodeId], variables: ['temperature'] },
      allow: ['data::getlatest', 'data::gethistorical'],
    },
  });
  const { tokenId, token } = response as { tokenId: string; token: string };
  return { ANEDYA_TOKEN_ID: tokenId, ANEDYA_TOKEN_SECRET: token };
}

/** A script of a page that sends one request. */
const script = `
const { env } = process;
const { call } = await import(env.MODULE);
const token = { tokenId: env.ANEDYA_TOKEN_ID, secret: env.ANEDYA_TOKEN_SECRET };
await call('/data/latest', { nodes: [env.ANEDYA_NODE_ID], variable: 'temperature' }, token, env.ANEDYA_API_URL);
`;

async function writeModule(text: string): Promise<string> {
  const [folder, remove] = await temporaryFolder();
  onTestFinished(remove);
  const place = path.join(folder, 'page.mjs');
  await writeFile(place, text);
  return place;
}

/** Runs a program with a token. @param change of its environment */
async function runSigned(file: string, scenario: Scenario, change: NodeJS.ProcessEnv = {}) {
  const env = { ...(await createToken(scenario)), MODULE: placeOf(file), ...change };
  const isModule = file === 'access-token/browser.mjs';
  return runComputer(file, scenario, {
    env,
    ...(isModule && { place: await writeModule(script) }),
  });
}

describe.each(['access-token/sign.py', 'access-token/sign.mjs', 'access-token/browser.mjs'])(
  '%s: fails with its reason and exit code 1, and sends nothing twice',
  (file) => {
    testOf(file).each(requestFailures('/data/latest'))('$name', async (failure) => {
      const scenario = await openScenario(rig, failure);
      const { code, stderr } = await runSigned(file, scenario);
      const isFine = failure.disruptions === undefined;
      expect({ code, stderr }).toMatchObject({ code: isFine ? 0 : 1 });
      expect(scenario.requests).toHaveLength(1);
      expect(stderr).not.toContain('Traceback');
      expect(stderr === '').toBe(isFine);
      if (!file.endsWith('browser.mjs')) expect(stderr).toContain(retryAfterOf(failure));
      else if (failure.name.endsWith('429')) expect(stderr).toContain('retryAfterSec: 20');
    });

    testOf(file)('no server', async () => {
      const scenario = await openScenario(rig, { name: 'no server' });
      const { code, stderr } = await runSigned(file, scenario, { ANEDYA_API_URL: closedUrl });
      expect(code).toBe(1);
      expect(stderr).toMatch(/Errno|fetch failed/);
      expect(stderr).not.toContain('Traceback');
    });
  },
);

describe('data/export.py: writes every point once, or fails with its reason', () => {
  const file = 'data/export.py';
  const failures = requestFailures('/data/getData');

  /** The day of the simulation and the next one. */
  const range = () =>
    [0, 86_400_000].map((later) => new Date(rig.clock.now() + later).toISOString().slice(0, 10));

  testOf(file).each(failures)('$name', async (failure) => {
    const scenario = await openScenario(rig, failure);
    const args = ['temperature', ...range()];
    const { code, stdout, stderr } = await runComputer(file, scenario, { args });
    const isFine = failure.disruptions === undefined || failure.name.includes('429');
    expect({ code, stderr }).toMatchObject({ code: isFine ? 0 : 1 });
    expect(stderr).not.toContain('Traceback');
    expect(stderr === '').toBe(isFine);
    const rows = stdout.trim().split(/\r?\n/);
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows.length > 1).toBe(isFine);
    expectCalm(scenario, failure.disruptions !== undefined && !isFine);
  });

  testOf(file)('waits as long as Retry-After says', async () => {
    const busy: Disruption = { at: '/data/getData', effect: 429, retryAfter: 90 };
    const scenario = await openScenario(rig, { name: 'busy', disruptions: [busy] });
    await runComputer(file, scenario, { args: ['temperature', ...range()] });
    const [first, second] = scenario.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(90_000);
  });

  testOf(file)('pauses when Retry-After is a date', async () => {
    const retryAfter = 'Fri, 31 Dec 2100 23:59:59 GMT';
    const busy: Disruption = { at: '/data/getData', effect: 429, retryAfter };
    const scenario = await openScenario(rig, { name: 'busy', disruptions: [busy] });
    const { code, stderr } = await runComputer(file, scenario, {
      args: ['temperature', ...range()],
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [first, second] = scenario.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(5000);
  });

  testOf(file)('no server', async () => {
    const scenario = await openScenario(rig, { name: 'no server' });
    const args = ['temperature', ...range()];
    const env = { ANEDYA_API_URL: closedUrl };
    const { code, stderr } = await runComputer(file, scenario, { args, env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/Errno/);
    expect(stderr).not.toContain('Traceback');
  });
});

/** A page that reads the latest value every ten seconds, and the endpoint of its back end. */
const page = `
import { setTimeout as sleep } from 'node:timers/promises';
const { env } = process;
const real = fetch;
globalThis.fetch = (url, init) => {
  if (url !== '/access-token') return real(url.replace('https://api.ap-in-1.anedya.io/v1', env.ANEDYA_API_URL), init);
  console.log('new token');
  return real(env.ANEDYA_API_URL + '/access/tokens/create', {
    ...init,
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + env.ANEDYA_API_KEY },
    body: env.TOKEN_REQUEST,
  }).then(async (response) => {
    if (!response.ok) return response;
    const { tokenId, token: secret } = await response.json();
    return Response.json({ tokenId, secret, ttlSec: 600 });
  });
};
const { send } = await import(env.REFRESH);
for (;;) {
  let pauseSec = 10;
  try {
    await send('/data/latest', { nodes: [env.ANEDYA_NODE_ID], variable: 'temperature' });
    console.log('read');
  } catch (error) {
    console.log('failed: ' + error.message);
    pauseSec = Math.max(pauseSec, error.retryAfterSec ?? 0);
  }
  await sleep(pauseSec * 1000);
}
`;

describe('access-token/browser.mjs and refresh.mjs: read again after each failure', () => {
  const file = 'access-token/refresh.mjs';
  const failures = requestFailures('/data/latest', '/access/tokens/create');

  async function runPage(scenario: Scenario, until = 120) {
    const place = await writeModule(page);
    const { nodeId } = scenario.node;
    const request = {
      ttlSec: 600,
      policy: {
        resources: { nodes: [nodeId], variables: ['temperature'] },
        allow: ['data::getlatest'],
      },
    };
    const env = { REFRESH: placeOf(file), TOKEN_REQUEST: JSON.stringify(request) };
    const { stdout } = await runComputer(file, scenario, { env, place, until });
    return stdout.trim().split('\n');
  }

  testOf(file).each(failures)('$name', async (failure) => {
    const scenario = await openScenario(rig, failure);
    const lines = await runPage(scenario);
    expect(lines.slice(-3)).toEqual(['read', 'read', 'read']);
    expectCalm(scenario);
    const failed = lines.filter((line) => line.startsWith('failed'));
    expect(failed.length > 0).toBe(failure.disruptions !== undefined);
  });

  testOf(file)('gets a new token after one that is no longer valid', async () => {
    const scenario = await openScenario(rig, {
      name: 'revoked',
      disruptions: [{ at: '/data/latest', effect: 401, after: 2 }],
    });
    const lines = await runPage(scenario, 60);
    expect(lines.filter((line) => line === 'new token')).toHaveLength(2);
  });

  testOf(file)('waits as long as Retry-After says', async () => {
    const busy: Disruption = { at: '/data/latest', effect: 429, retryAfter: 45 };
    const scenario = await openScenario(rig, { name: 'busy', disruptions: [busy] });
    await runPage(scenario);
    const [first, second] = scenario.requests.filter(({ path: at }) => at === busy.at);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(45_000);
  });

  testOf(file)('pauses when Retry-After is a date', async () => {
    const retryAfter = 'Fri, 31 Dec 2100 23:59:59 GMT';
    const busy: Disruption = { at: '/data/latest', effect: 429, retryAfter };
    const scenario = await openScenario(rig, { name: 'busy', disruptions: [busy] });
    await runPage(scenario);
    const [first, second] = scenario.requests.filter(({ path: at }) => at === busy.at);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(10_000);
  });
});
