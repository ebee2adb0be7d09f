import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Json } from '../project.ts';
import { runProgram, type Program } from '../task.ts';

/** A tool as models see it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: Json;
  /** Whether its results are documentation, whose tokens are counted. */
  readonly isDocumentation: boolean;
  readonly call: (args: Json) => Promise<string>;
}

/** What a model may read: nothing, `/llms.txt`, all Markdown, or the MCP server. */
export const conditions = ['none', 'llms', 'markdown', 'mcp'] as const;
export type ConditionName = (typeof conditions)[number];

/** Tokens of a text: characters / 4, as in the header of each page. */
const tokensOf = (text: string) => Math.ceil(text.length / 4);

/** Longest result of a tool, in characters. */
const longestResult = 20_000;

const text = { type: 'string' };
const schema = (properties: Json, required = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  required,
});

/** Sends requests to the site only: the model cannot reach other hosts. */
function httpTool(origin: string): Tool {
  return {
    name: 'http',
    description: 'Sends an HTTP request to the sandbox of the site. "path" starts with /sandbox/.',
    parameters: schema({ method: text, path: text, headers: { type: 'object' }, body: text }, [
      'method',
      'path',
    ]),
    isDocumentation: false,
    call: async ({ method, path, headers, body }) => {
      const url = new URL(String(path), origin);
      if (url.origin !== origin || !url.pathname.startsWith('/sandbox/'))
        return 'Only paths below /sandbox/ are allowed.';
      const response = await fetch(url, {
        method: String(method),
        headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
        ...(typeof body === 'string' && { body }),
      });
      return `HTTP ${response.status}\n${await response.text()}`;
    },
  };
}

/** Reads `/llms.txt`, or any Markdown of the site. */
function readTool(origin: string, isAll: boolean): Tool {
  return {
    name: 'fetch_page',
    description: isAll
      ? 'Reads a page of the documentation as text: /llms.txt, or a path that ends with .md.'
      : 'Reads /llms.txt, the index of the documentation.',
    parameters: schema({ path: text }),
    isDocumentation: true,
    call: async ({ path }) => {
      const url = new URL(String(path), origin);
      const isAllowed = isAll ? /\.(?:md|txt|json)$/ : /^\/llms\.txt$/;
      if (url.origin !== origin || !isAllowed.test(url.pathname))
        return isAll
          ? 'Read /llms.txt, or a path that ends with .md.'
          : 'Only /llms.txt is available.';
      const response = await fetch(url);
      return response.ok ? response.text() : `HTTP ${response.status}`;
    },
  };
}

/** Tries a program; the final one is run again by the check of the task. */
const programTool: Tool = {
  name: 'run_program',
  description:
    'Runs a program in an empty folder and returns its output. "language" is nodejs (the package mqtt is installed) or bash.',
  parameters: schema({ language: text, source: text, env: { type: 'object' } }, [
    'language',
    'source',
  ]),
  isDocumentation: false,
  call: async ({ language, source, env }) => {
    const program = { language, source } as unknown as Program;
    return JSON.stringify(await runProgram(program, (env ?? {}) as Record<string, string>));
  },
};

/** Tools of one attempt, with the tokens that were read. */
export class Toolbox {
  tokens = 0;
  requests = 0;

  private constructor(
    readonly tools: readonly Tool[],
    readonly close: () => Promise<void>,
  ) {}

  /** @param origin of the site, without a trailing slash */
  static async open(origin: string, condition: ConditionName): Promise<Toolbox> {
    const closeNothing = () => Promise.resolve();
    if (condition !== 'mcp') {
      const reading = condition === 'none' ? [] : [readTool(origin, condition === 'markdown')];
      return new Toolbox([...reading, httpTool(origin), programTool], closeNothing);
    }
    const client = new Client({ name: 'eval', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)));
    const { tools } = await client.listTools();
    const remote = tools.map(({ name, description = '', inputSchema }): Tool => ({
      name,
      description,
      parameters: inputSchema,
      isDocumentation: ['search', 'read', 'describe_operation'].includes(name),
      call: async (args) => {
        const { content } = await client.callTool({ name, arguments: args });
        return (content as { text?: string }[]).map((part) => part.text ?? '').join('\n');
      },
    }));
    return new Toolbox([...remote, programTool], () => client.close());
  }

  /** Calls a tool. A failure is text for the model, too. */
  async use(name: string, args: Json): Promise<string> {
    this.requests += 1;
    const tool = this.tools.find((one) => one.name === name);
    if (!tool) return `There is no tool "${name}".`;
    const result = await tool
      .call(args)
      .catch((error: unknown) => `Error: ${error instanceof Error ? error.message : 'unknown'}`);
    const shown = result.slice(0, longestResult);
    if (tool.isDocumentation) this.tokens += tokensOf(shown);
    return shown;
  }
}
