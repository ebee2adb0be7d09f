import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Device, Json } from '../project.ts';
import type { OperationPage } from './page.ts';

/** A page in a list of results. */
export interface Hit {
  readonly path: string;
  readonly title: string;
}

/** Where the agent reads, and how it sends requests. */
export interface Source {
  /** Documentation that was read, in tokens: characters / 4, as in the header of each page. */
  readonly tokens: number;
  readonly requests: number;
  find(query: string): Promise<Hit[]>;
  readOperation(path: string): Promise<string>;
  readSection(path: string, heading: string): Promise<string>;
  sample(page: OperationPage, language: string): Promise<string>;
  send(page: OperationPage, body: Json, device?: Device): Promise<Json>;
}

export const tokensOf = (text: string) => Math.ceil(text.length / 4);

/** Returns a section with its subsections; fences are not searched for headings. */
function cut(markdown: string, heading: string): string {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => /^#{2,4} /.test(line) && line.endsWith(heading));
  if (start === -1) throw new Error(`the page has no section "${heading}"`);
  const [, level = ''] = /^(#+) /.exec(lines[start] ?? '') ?? [];
  let isFence = false;
  const end = lines.findIndex((line, index) => {
    if (line.startsWith('```')) isFence = !isFence;
    const [, marks] = /^(#+) /.exec(line) ?? [];
    return index > start && !isFence && marks !== undefined && marks.length <= level.length;
  });
  return lines.slice(start, end === -1 ? undefined : end).join('\n');
}

/** The tools of the MCP server. */
export class McpSource implements Source {
  tokens = 0;
  requests = 0;

  private constructor(
    private readonly client: Client,
    private readonly apiKey: string,
  ) {}

  /** One client for each server: connecting for each task would take as many requests as the task. */
  private static readonly clients = new Map<string, Promise<Client>>();

  static async connect(origin: string, apiKey: string): Promise<McpSource> {
    const open = async () => {
      const client = new Client({ name: 'eval', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)));
      return client;
    };
    const client = McpSource.clients.get(origin) ?? open();
    McpSource.clients.set(origin, client);
    return new McpSource(await client, apiKey);
  }

  private async use(name: string, args: Json): Promise<string> {
    this.requests += 1;
    const { content } = await this.client.callTool({ name, arguments: args });
    return (content as { text?: string }[]).map(({ text = '' }) => text).join('\n');
  }

  private async readWith(name: string, args: Json): Promise<string> {
    const text = await this.use(name, args);
    this.tokens += tokensOf(text);
    return text;
  }

  async find(query: string): Promise<Hit[]> {
    const text = await this.readWith('search', { query, limit: 8 });
    return [...text.matchAll(/^\d+\. (.+)\n +(?:https?:\/\/[^\s/]+)?(\/[^\s#]*)/gm)].map(
      ([, title = '', path = '']) => ({ title: title.split(' > ')[0] ?? '', path }),
    );
  }

  readOperation(path: string): Promise<string> {
    return this.readWith('describe_operation', { operation: path });
  }

  readSection(path: string, section: string): Promise<string> {
    return this.readWith('read', { page: path, section });
  }

  async sample({ key }: OperationPage, language: string): Promise<string> {
    // The tool takes the language, and returns its programs over HTTP and over MQTT.
    const [name = ''] = language.split(' (');
    const text = await this.readWith('describe_operation', { operation: key, language: name });
    return cut(text, language);
  }

  async send({ key }: OperationPage, body: Json, device?: Device): Promise<Json> {
    const node = device && { nodeId: device.nodeId };
    const text = await this.use('run', { operation: key, body, apiKey: this.apiKey, ...node });
    const [, json = '{}'] = /```json\n([\s\S]*?)\n```/.exec(text) ?? [];
    return JSON.parse(json) as Json;
  }
}

/** Markdown over HTTP, starting from `/llms.txt`, and requests as the pages describe them. */
export class MarkdownSource implements Source {
  tokens = 0;
  requests = 0;
  private index: Promise<string> | undefined;
  private readonly texts = new Map<string, Promise<string>>();
  private bases: Promise<Json> | undefined;

  constructor(
    private readonly origin: string,
    private readonly apiKey: string,
  ) {}

  /** Reads a page once: an agent still has its text. */
  private fetchText(path: string): Promise<string> {
    const known = this.texts.get(path);
    if (known) return known;
    const reading = (async () => {
      this.requests += 1;
      const response = await fetch(this.origin + path);
      if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
      const text = await response.text();
      this.tokens += tokensOf(text);
      return text;
    })();
    this.texts.set(path, reading);
    return reading;
  }

  private llms(): Promise<string> {
    return (this.index ??= this.fetchText('/llms.txt'));
  }

  async find(query: string): Promise<Hit[]> {
    const wanted: readonly string[] = query.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [];
    const lines = [...(await this.llms()).matchAll(/^- \[(.+?)\]\((\S+)index\.md\): (.*)$/gm)];
    const scored = lines.map(([, title = '', url = '', description = '']) => {
      const path = new URL(url).pathname;
      const text = `${title} ${description}`.toLowerCase();
      return { title, path, score: wanted.filter((word) => text.includes(word)).length };
    });
    return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  }

  readOperation(path: string): Promise<string> {
    return this.fetchText(`${path}index.md`);
  }

  async readSection(path: string, heading: string): Promise<string> {
    return cut(await this.fetchText(`${path}index.md`), heading);
  }

  async sample({ path }: OperationPage, language: string): Promise<string> {
    return cut(await this.fetchText(`${path}samples.md`), language);
  }

  /** Base URLs of the project, from the endpoint that `/llms.txt` names. */
  private async project(): Promise<Json> {
    const [, url] = /`GET (\S+)`/.exec(await this.llms()) ?? [];
    if (url === undefined) throw new Error('/llms.txt does not say how to describe a project');
    this.requests += 1;
    const response = await fetch(this.origin + new URL(url).pathname, {
      headers: { authorization: `Bearer ${this.apiKey}` },
    });
    return (await response.json()) as Json;
  }

  async send(page: OperationPage, body: Json, device?: Device): Promise<Json> {
    const project = await (this.bases ??= this.project());
    const base = String(device ? project.deviceUrl : project.platformUrl);
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    for (const [name, value] of Object.entries(page.headers)) {
      const credential = value.includes('API key') ? this.apiKey : (device?.connectionKey ?? '');
      headers[name] = value.replace(/<.+>/, () => credential);
    }
    this.requests += 1;
    const response = await fetch(base + page.urlPath, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as Json;
  }
}
