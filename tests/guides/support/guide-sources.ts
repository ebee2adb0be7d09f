import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Guide } from '../../../site/content/workflows/index.ts';
import { root } from '../../samples/support/folders.ts';
import type { SandboxProject } from './guide-sandbox.ts';

const docs = path.join(root, 'site/docs');

/** Front matter and source of a page. @param file path below `site/docs` */
export function readSource(file: string): Partial<Guide> & { readonly source: string } {
  const source = readFileSync(path.join(docs, file), 'utf8');
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(source) ?? [];
  const { title, workflow } = parse(head) as { title: string; workflow?: string };
  return { title, source, ...(workflow !== undefined && { name: workflow }) };
}

type Source = ReturnType<typeof readSource> & { readonly file: string };

/** Pages with a workflow: the requests of their fences. */
export const guides = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mdx'))
  .sort()
  .map((file): Source => ({ file, ...readSource(file) }))
  .filter((page): page is Source & Guide => page.name !== undefined);

/** Variables of the sample data that a guide creates. @param name of its workflow */
export const createdVariables = (name: string): readonly string[] =>
  name.startsWith('set-up') ? ['temperature', 'position'] : [];

type Keys = Pick<SandboxProject, 'apiKey'> & {
  readonly nodes: readonly Pick<SandboxProject['nodes'][0], 'nodeId' | 'connectionKey'>[];
};

/** Values of the shell variables that the guides use and no response contains. */
export function guideInputs({ apiKey, nodes: [node] }: Keys): Record<string, string | number> {
  const now = Date.now();
  return {
    ANEDYA_API_KEY: apiKey,
    ANEDYA_CONNECTION_KEY: node?.connectionKey ?? '',
    ANEDYA_NODE_ID: node?.nodeId ?? '',
    ANEDYA_DEVICE_ID: randomUUID(),
    DEVICE_ID: randomUUID(),
    now_ms: now,
    start_sec: Math.floor(now / 1000),
    expiry_ms: now + 3_600_000,
    from_ms: now - 3_600_000,
    from_sec: Math.floor(now / 1000) - 3600,
    to_sec: Math.floor(now / 1000),
  };
}
