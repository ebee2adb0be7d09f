import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { attempt, model } from './attempt.ts';
import { modelSettings } from './model/agent.ts';
import { Project, type Json } from './project.ts';
import { markdownReport, wilson } from './report.ts';
import { startEvalSite } from './site.ts';
import { tasks } from './tasks/index.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

let site: Awaited<ReturnType<typeof startEvalSite>>;
beforeAll(async () => {
  site = await startEvalSite();
});
afterAll(() => site.close());

const [createNode] = tasks.filter(({ id }) => id === 'create-node');
if (!createNode) throw new Error('there is no task create-node');

it('has at least 24 tasks, each with wrong solutions', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(24);
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length);
  expect(tasks.filter(({ wrong }) => Object.keys(wrong).length === 0)).toEqual([]);
});

describe.each(tasks.map((task) => [task.id, task] as const))('the check of %s', (_id, task) => {
  it('accepts a solution', async () => {
    const project = await Project.create(site.origin);
    const given = await task.prepare(project);
    const outcome = await task.accepted(project, given);
    expect(await task.check(project, given, outcome)).toBeUndefined();
  });

  it('fails when nothing was done', async () => {
    const project = await Project.create(site.origin);
    const given = await task.prepare(project);
    expect(await task.check(project, given, { status: 'done' })).toEqual(expect.any(String));
  });

  it.each(Object.entries(task.wrong))('fails for: %s', async (_name, act) => {
    const project = await Project.create(site.origin);
    const given = await task.prepare(project);
    const outcome = await act(project, given);
    expect(await task.check(project, given, outcome)).toEqual(expect.any(String));
  });
});

describe('a model', () => {
  const key = 'secret-of-the-endpoint';
  const received: { url: string; headers: Json; body: Json }[] = [];
  let endpoint: Server;
  let replies: Json[] = [];

  beforeAll(async () => {
    endpoint = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { url = '', headers } = request;
        received.push({ url, headers: { ...headers }, body: JSON.parse(text) as Json });
        response.writeHead(replies.length > 0 ? 200 : 500, { 'content-type': 'application/json' });
        response.end(JSON.stringify(replies.shift() ?? {}));
      });
    }).listen(0, '127.0.0.1');
    await once(endpoint, 'listening');
  });
  afterAll(() => endpoint.close());
  afterEach(() => {
    received.length = 0;
    replies = [];
  });

  /** Wire formats of a tool call. */
  const formats = {
    openai: (name: string, args: Json): Json => {
      const call = {
        id: '1',
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      };
      return { choices: [{ message: { role: 'assistant', content: null, tool_calls: [call] } }] };
    },
    anthropic: (name: string, args: Json): Json => ({
      content: [{ type: 'tool_use', id: '1', name, input: args }],
    }),
  };

  const settings = (kind: keyof typeof formats) => {
    const { port } = endpoint.address() as AddressInfo;
    return { baseUrl: `http://127.0.0.1:${port}/v1`, kind, model: 'm', key };
  };

  it.each(Object.keys(formats) as (keyof typeof formats)[])(
    'uses tools and finishes over the wire format of %s',
    async (kind) => {
      const call = formats[kind];
      replies = [
        call('describe_operation', { operation: 'platform/node-create' }),
        call('no_such_tool', {}),
        call('finish', { status: 'done' }),
      ];
      const result = await attempt(site.origin, createNode, model(settings(kind), 'mcp'));
      // It read the page, and created nothing.
      expect(result).toMatchObject({ solved: false, requests: 2 });
      expect(result.reason).toContain('0 nodes are named');
      expect(result.tokens).toBeGreaterThan(300);
      const texts = received.map(({ body }) => JSON.stringify(body.messages));
      expect(texts[1]).toContain('Create a node');
      expect(texts[2]).toContain('There is no tool');
      expect(received.every(({ headers }) => JSON.stringify(headers).includes(key))).toBe(true);
      expect(texts.join('')).not.toContain(key);
    },
  );

  it('can create what the task asks for with HTTP alone', async () => {
    const call = formats.openai;
    const finished = await attempt(site.origin, createNode, async (one, given, project, origin) => {
      replies = [
        call('http', {
          method: 'POST',
          path: '/sandbox/platform/v1/node/create',
          headers: { authorization: `Bearer ${project.apiKey}` },
          body: '{"node_name":"Greenhouse 7","tags":[{"key":"site","value":"berlin"}]}',
        }),
        call('finish', { status: 'done' }),
      ];
      return model(settings('openai'), 'none')(one, given, project, origin);
    });
    expect(finished).toMatchObject({ solved: true, tokens: 0 });
  });

  it.each([
    ['none', 'fetch_page', { path: '/llms.txt' }, 'There is no tool'],
    ['llms', 'fetch_page', { path: '/index.md' }, 'Only /llms.txt is available'],
    ['llms', 'fetch_page', { path: '/llms.txt' }, 'Anedya Docs'],
    ['markdown', 'fetch_page', { path: '/index.md' }, 'What is Anedya'],
    ['markdown', 'fetch_page', { path: 'https://example.com/a.md' }, 'Read /llms.txt'],
    ['markdown', 'http', { method: 'GET', path: 'https://example.com/' }, 'Only paths below'],
  ] as const)('under "%s" gets from %s: %o', async (condition, name, args, expected) => {
    replies = [formats.openai(name, args), formats.openai('finish', { status: 'impossible' })];
    await attempt(site.origin, createNode, model(settings('openai'), condition));
    expect(JSON.stringify(received[1]?.body.messages)).toContain(expected);
  });

  it('that fails is not solved, and says why without its key', async () => {
    const result = await attempt(site.origin, createNode, model(settings('openai'), 'none'));
    expect(result).toMatchObject({ solved: false, reason: 'the endpoint returned HTTP 500' });
  });
});

it.each([
  [{}, undefined],
  [
    { EVAL_BASE_URL: 'https://host/v1/', EVAL_KIND: 'openai', EVAL_MODEL: 'm', EVAL_KEY: 'k' },
    { baseUrl: 'https://host/v1', kind: 'openai', model: 'm', key: 'k' },
  ],
])('reads the endpoint of a model from %o', (env, expected) => {
  expect(modelSettings(env)).toEqual(expected);
});

it.each([
  [{ EVAL_MODEL: 'm' }, 'EVAL_KIND'],
  [{ EVAL_KIND: 'openai', EVAL_BASE_URL: 'host' }, 'EVAL_BASE_URL'],
  [{ EVAL_KIND: 'anthropic', EVAL_BASE_URL: 'https://host' }, 'EVAL_MODEL'],
])('names what is wrong with %o', (env, name) => {
  expect(() => modelSettings(env)).toThrow(name);
});

// Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the interval of %d in %d is known', (solved, attempts, low, high) => {
  const [from, to] = wilson(solved, attempts);
  expect(from).toBeCloseTo(low, 4);
  expect(to).toBeCloseTo(high, 4);
});

it('reports rates and what was not solved', () => {
  const used = { tokens: 100, requests: 3, seconds: 1 };
  const report = markdownReport([
    {
      agent: 'm',
      condition: 'none',
      attempts: [
        { task: 'a', theme: 't', solved: true, ...used },
        { task: 'b', theme: 't', solved: false, reason: 'no node', ...used },
      ],
    },
  ]);
  expect(report).toContain('| m | none | 1 of 2 | 50% (9% to 91%) | 100 | 3 | 1.0 |');
  expect(report).toContain('- m, none, `b`: no node');
});
