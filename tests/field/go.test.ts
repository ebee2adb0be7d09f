import { afterAll, beforeAll, describe, expect, onTestFinished, vi } from 'vitest';
import { buildGo, type GoProgram } from '../examples/support/build-go.ts';
import { environment } from '../examples/support/run-example.ts';
import type { Outcome } from '../samples/support/run-program.ts';
import { closedUrl, testOf } from './computer-cases.ts';
import { Disruptions, type Disruption } from './disruptions.ts';
import { Rig, Scenario } from './rig.ts';

// The clock of a program in Go is real. Compiling one takes seconds.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const rig = await Rig.start();
const project = await rig.box.sandbox.createProject();
afterAll(() => rig.stop());

/** The settings of `send.go`, shorter. */
const settings = `package main

import "time"

func init() {
	timeout = 3 * time.Second
	firstPause = 50 * time.Millisecond
	longestPause = 200 * time.Millisecond
}
`;

const programs = [
  { file: 'submit-http/submit.go', at: '/submitData', isBackEnd: false },
  { file: 'access-token/sign.go', at: '/data/latest', isBackEnd: true },
  { file: 'commands/send.go', at: '/commands/getDetails', isBackEnd: true },
] as const;

type Program = (typeof programs)[number];

const built = new Map<string, GoProgram>();

async function open(disruptions: readonly Disruption[], isBackEnd: boolean): Promise<Scenario> {
  const scenario = await Scenario.open(rig, project, new Disruptions(disruptions));
  onTestFinished(() => scenario.stop());
  scenario.isBackEnd = isBackEnd;
  return scenario;
}

async function run({ file }: Program, scenario: Scenario, base?: string): Promise<Outcome> {
  const { nodeId, connectionKey } = scenario.node;
  const response = await scenario.platform('/access/tokens/create', {
    ttlSec: 3600,
    policy: {
      resources: { nodes: [nodeId], variables: ['temperature'] },
      allow: ['data::getlatest'],
    },
  });
  const { tokenId, token } = response as { tokenId: string; token: string };
  const url = base ?? `http://127.0.0.1:${scenario.http.proxy.port}/v1`;
  const program = built.get(file);
  if (!program) throw new Error(`${file} was not compiled`);
  return program.run(
    environment({
      ANEDYA_API_URL: url,
      ANEDYA_DEVICE_URL: url,
      ANEDYA_API_KEY: project.apiKey,
      ANEDYA_NODE_ID: nodeId,
      ANEDYA_CONNECTION_KEY: connectionKey,
      ANEDYA_TOKEN_ID: tokenId,
      ANEDYA_TOKEN_SECRET: token,
    }),
  );
}

describe.each(programs)('$file', (program) => {
  const { file, at, isBackEnd } = program;
  const isWaiting = file === 'commands/send.go';
  const test = testOf(file);

  beforeAll(async () => {
    built.set(file, await buildGo(file, undefined, isWaiting ? settings : undefined));
  });
  afterAll(() => built.get(file)?.remove());

  test.each<{ effect: Disruption['effect']; retryAfter?: number; isTemporary: boolean }>([
    { effect: 429, retryAfter: 2, isTemporary: true },
    { effect: 500, isTemporary: true },
    { effect: 'cut', isTemporary: true },
    { effect: 'empty', isTemporary: true },
    { effect: 'drop', isTemporary: true },
    { effect: 401, isTemporary: false },
    { effect: { reject: 1 }, isTemporary: false },
  ])('ends with its reason, and sends nothing twice: $effect', async (failure) => {
    const { effect, retryAfter, isTemporary } = failure;
    const scenario = await open(
      [{ at, effect, ...(retryAfter !== undefined && { retryAfter }) }],
      isBackEnd,
    );
    const { code, stderr } = await run(program, scenario);
    expect(scenario.disruptions.isOver).toBe(true);
    expect(stderr).not.toBe('');
    expect(stderr).not.toContain('panic');
    // Nobody runs the command.
    expect({ code, stderr }).toMatchObject({ code: isWaiting && isTemporary ? 2 : 1 });
    const asked = scenario.requests.filter(({ path }) => path === at);
    if (isWaiting && isTemporary) expect(asked.length).toBeGreaterThan(1);
    else expect(asked).toHaveLength(1);
    const sent = scenario.requests.filter(({ path }) => path === '/commands/send');
    expect(sent).toHaveLength(isWaiting ? 1 : 0);
    if (effect === 429 && !isWaiting) expect(stderr).toMatch(/Retry-After: 2$/m);
    // With pauses of at most 0.2 s it would ask 16 times in 3 s, but it waits for 2 s.
    if (effect === 429 && isWaiting) expect(asked.length).toBeLessThanOrEqual(8);
  });

  test('no server', async () => {
    const { code, stderr } = await run(program, await open([], isBackEnd), closedUrl);
    expect(code).toBe(1);
    expect(stderr).toMatch(/connection refused|connectex/);
  });

  test('no failure', async () => {
    const scenario = await open([], isBackEnd);
    expect((await run(program, scenario)).code).toBe(isWaiting ? 2 : 0);
  });
});
