import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import { ToolError, type Docs } from './docs.ts';
import type { PlatformClient } from './platform.ts';
import type { SandboxClient } from './sandbox.ts';
import type { Transcripts } from './transcripts.ts';

/** What tools use. */
export interface ServerDeps {
  readonly docs: Docs;
  readonly sandbox: SandboxClient;
  readonly transcripts: Transcripts;
  /** Origin of the server for links to pages, instead of that of the published site. */
  readonly origin?: string;
  /** Only if the operator of a local server has enabled requests to the real platform. */
  readonly platform?: PlatformClient | undefined;
  /** Runs synchronous work when it is the client's turn; immediately by default. */
  readonly work?: <T>(job: () => T) => Promise<T>;
  /** Characters of the resources that one server returns; any number by default. */
  readonly resourceCharacters?: number;
}

/** Characters of one result. */
export const longestResult = 20_000;

/** What clients may assume about a tool before they ask their user. All tools state all hints. */
const hints = (
  readOnlyHint: boolean,
  destructiveHint: boolean,
  idempotentHint: boolean,
): ToolAnnotations => ({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint: false });

export const annotations = {
  /** Changes nothing. */
  reads: hints(true, false, true),
  /** Adds something new each time. */
  adds: hints(false, false, false),
  /** Deletes or replaces; the same request again changes nothing more. */
  replaces: hints(false, true, true),
  /** Does whatever its arguments say. */
  acts: hints(false, true, false),
} as const;

export const textResult = (text: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError,
});

/** A result for programs, with the text that models read. */
export const structured = (
  text: string,
  structuredContent: Record<string, unknown>,
  isError = false,
): CallToolResult => ({ ...textResult(text, isError), structuredContent });

/** A text with JSON below it. Stored values in it are data. */
export const withJson = (text: string, value: unknown): string =>
  `${text}\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;

/** Returns the message of an error that the agent can fix; other errors are thrown. */
export async function explained(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolError) return textResult(error.message, true);
    throw error;
  }
}

/** Runs synchronous work when it is the client's turn. */
export const runWork = async <T>({ work }: ServerDeps, job: () => T): Promise<T> =>
  work ? work(job) : job();

/** Runs synchronous work of a tool, and returns the message of an error that the agent can fix. */
export const worked = (deps: ServerDeps, job: () => CallToolResult): Promise<CallToolResult> =>
  explained(() => runWork(deps, job));

/** Returns a text with links to this server. */
export const linked = ({ docs, origin }: ServerDeps, text: string): string =>
  docs.origin === undefined || origin === undefined ? text : text.replaceAll(docs.origin, origin);
