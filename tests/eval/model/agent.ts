import type { Json } from '../project.ts';
import type { Outcome, Program } from '../task.ts';
import type { Toolbox } from './tools.ts';

/** An endpoint of a model. The key is sent to it, and to nothing else. */
export interface ModelSettings {
  /** `https://host/v1`, without a trailing slash. */
  readonly baseUrl: string;
  readonly kind: 'openai' | 'anthropic';
  readonly model: string;
  readonly key: string;
}

/** Reads the settings from the environment. @returns undefined when no model is configured @throws Error naming what is wrong */
export function modelSettings(env: NodeJS.ProcessEnv): ModelSettings | undefined {
  const { EVAL_BASE_URL: baseUrl, EVAL_KIND: kind, EVAL_MODEL: model, EVAL_KEY: key = '' } = env;
  if (baseUrl === undefined && kind === undefined && model === undefined) return undefined;
  if (kind !== 'openai' && kind !== 'anthropic')
    throw new Error('EVAL_KIND must be "openai" or "anthropic"');
  if (!baseUrl || !URL.canParse(baseUrl))
    throw new Error('EVAL_BASE_URL must be the URL of the endpoint, such as https://host/v1');
  if (!model) throw new Error('EVAL_MODEL must be the name of the model');
  return { baseUrl: baseUrl.replace(/\/$/, ''), kind, model, key };
}

/** Limits of one attempt. */
const limits = { turns: 40, milliseconds: 10 * 60_000, outputTokens: 8192 } as const;

interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: Json;
}

/** A turn of the model: tools that it wants to use, and its message as the endpoint returned it. */
interface Turn {
  readonly calls: readonly Call[];
  readonly message: Json;
}

const finish = {
  name: 'finish',
  description:
    'Ends the task. status is "done", or "impossible" if the platform cannot do it. value is the figure or text that the task asks for. program is the source that it asks for, with its language (nodejs or bash).',
  parameters: {
    type: 'object',
    properties: {
      status: { enum: ['done', 'impossible'] },
      value: { type: 'string' },
      program: { type: 'string' },
      language: { enum: ['nodejs', 'bash'] },
    },
    required: ['status'],
  },
};

/** Arguments as an object: models return JSON text, which may be invalid. */
function parsed(text: unknown): Json {
  try {
    return JSON.parse(String(text)) as Json;
  } catch {
    return {};
  }
}

/** The wire format of an endpoint. */
interface WireFormat {
  readonly path: string;
  headers(settings: ModelSettings): Record<string, string>;
  body(model: string, system: string, messages: readonly Json[], toolbox: Toolbox): Json;
  turn(response: Json): Turn;
  /** Messages with the results of tools. */
  results(results: readonly { readonly id: string; readonly text: string }[]): Json[];
}

/** Chat Completions of OpenAI and compatible endpoints. */
const openai: WireFormat = {
  path: '/chat/completions',
  headers: ({ key }) => ({ authorization: `Bearer ${key}` }),
  body: (model, system, messages, toolbox) => ({
    model,
    messages: [{ role: 'system', content: system }, ...messages],
    tools: [...toolbox.tools, finish].map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  }),
  turn: (response) => {
    const [choice] = response.choices as { message: Json }[];
    const message = choice?.message ?? {};
    const calls = (message.tool_calls ?? []) as { id: string; function: Json }[];
    return {
      message,
      calls: calls.map(({ id, function: { name, arguments: args } }) => ({
        id,
        name: String(name),
        args: parsed(args),
      })),
    };
  },
  results: (results) =>
    results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
};

/** Messages API of Anthropic and compatible endpoints. */
const anthropic: WireFormat = {
  path: '/messages',
  headers: ({ key }) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  body: (model, system, messages, toolbox) => ({
    model,
    system,
    messages,
    max_tokens: limits.outputTokens,
    tools: [...toolbox.tools, finish].map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: parameters,
    })),
  }),
  turn: ({ content }) => {
    const parts = (content ?? []) as Json[];
    return {
      message: { role: 'assistant', content: parts },
      calls: parts
        .filter(({ type }) => type === 'tool_use')
        .map(({ id, name, input }) => ({
          id: String(id),
          name: String(name),
          args: (input ?? {}) as Json,
        })),
    };
  },
  results: (results) => [
    {
      role: 'user',
      content: results.map(({ id, text }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: text,
      })),
    },
  ],
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function outcomeOf({ status, value, program, language }: Json): Outcome {
  return {
    status: status === 'impossible' ? 'impossible' : 'done',
    ...(value !== undefined && { value: textOf(value) }),
    ...(program !== undefined && {
      program: {
        language: language === 'bash' ? 'bash' : 'nodejs',
        source: textOf(program),
      } satisfies Program,
    }),
  };
}

/**
 * Lets a model solve a task with tools.
 * @param system what it is told about the site and its credentials
 * @throws Error when the endpoint fails, or the model exceeds the limits; it has no credentials
 */
export async function solveWithModel(
  settings: ModelSettings,
  system: string,
  goal: string,
  toolbox: Toolbox,
): Promise<Outcome> {
  const api = settings.kind === 'openai' ? openai : anthropic;
  const signal = AbortSignal.timeout(limits.milliseconds);
  const messages: Json[] = [{ role: 'user', content: goal }];
  for (let turn = 0; turn < limits.turns; turn += 1) {
    const response = await fetch(settings.baseUrl + api.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...api.headers(settings) },
      body: JSON.stringify(api.body(settings.model, system, messages, toolbox)),
      signal,
    });
    if (!response.ok) throw new Error(`the endpoint returned HTTP ${response.status}`);
    const { calls, message } = api.turn((await response.json()) as Json);
    const end = calls.find(({ name }) => name === finish.name);
    if (end) return outcomeOf(end.args);
    messages.push(message);
    if (calls.length === 0) {
      messages.push({ role: 'user', content: 'Continue, or call "finish".' });
      continue;
    }
    const results = [];
    for (const { id, name, args } of calls)
      results.push({ id, text: await toolbox.use(name, args) });
    messages.push(...api.results(results));
  }
  throw new Error(`not finished after ${limits.turns} turns`);
}
