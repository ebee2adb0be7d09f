import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { visit } from 'unist-util-visit';
import { isScalar, LineCounter, parseDocument } from 'yaml';
import { terms } from '../../site/content/glossary/terms.ts';
import type { Page, Piece } from './page.ts';
import { parseMarkdown, parseMdx } from './parse.ts';
import { textsOf } from './yaml-texts.ts';

const repository = path.resolve(import.meta.dirname, '../..');

/** Generated from the API documents, whose texts are checked there. */
const generated = ['site/docs/platform-api/', 'site/docs/device/api/'];

const changelog = 'site/content/changelog/changes.yaml';
const glossary = 'site/content/glossary/terms.ts';

const frontMatterTexts = { title: 'heading', description: 'text' } as const;

/** Reads a guide. */
export function pageOf(file: string, source: string): Page {
  const root = parseMdx(source);
  const pieces: Piece[] = [];
  let frontMatter: Record<string, unknown> = {};
  visit(root, 'yaml', (node) => {
    const lines = new LineCounter();
    const document = parseDocument(node.value, { lineCounter: lines });
    frontMatter = (document.toJS() ?? {}) as Record<string, unknown>;
    for (const [key, kind] of Object.entries(frontMatterTexts)) {
      const scalar = document.get(key, true);
      if (!isScalar(scalar) || typeof scalar.value !== 'string' || !scalar.range) continue;
      // The first line of the file is the delimiter of the front matter.
      const line = lines.linePos(scalar.range[0]).line + 1;
      pieces.push({ kind, root: parseMarkdown(scalar.value, line, true) });
    }
  });
  pieces.push({ kind: 'text', root });
  return { file, kind: 'page', source, frontMatter, pieces };
}

/** Reads an API document, or the changelog. */
export function textsFileOf(file: string, source: string): Page {
  return { file, kind: 'texts', source, frontMatter: {}, pieces: textsOf(source) };
}

/** The definitions of the glossary, which a page shows as a list and others as tooltips. */
function glossaryOf(file: string, source: string): Page {
  const pieces = terms.map(({ definition }): Piece => {
    const line = source.slice(0, source.indexOf(definition)).split('\n').length;
    return { kind: 'text', root: parseMarkdown(definition, line, true) };
  });
  return { file, kind: 'texts', source, frontMatter: {}, pieces };
}

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => file.endsWith(ending) && !generated.some((start) => file.startsWith(start)))
    .sort();
}

const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');

/** All guides, then the texts from other sources: both API documents, the changelog and the glossary. */
export function readPages(): Page[] {
  return [
    ...filesOf('site/docs', '.mdx').map((file) => pageOf(file, read(file))),
    ...[...filesOf('specs', '.openapi.yaml'), changelog].map((file) =>
      textsFileOf(file, read(file)),
    ),
    glossaryOf(glossary, read(glossary)),
  ];
}

/** The READMEs below a folder. */
function* readmesBelow(folder: string): Iterable<string> {
  for (const entry of readdirSync(path.join(repository, folder), { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name);
    if (entry.name === 'README.md') yield file;
    else if (entry.isDirectory() && !/^(?:\.|build$|dist$|node_modules$)/.test(entry.name)) {
      yield* readmesBelow(file);
    }
  }
}

/** All READMEs of the repository. */
export function readReadmes(): Page[] {
  return [...readmesBelow('')].map((file) => {
    const source = read(file);
    const pieces: Piece[] = [{ kind: 'text', root: parseMarkdown(source, 1) }];
    return { file, kind: 'texts', source, frontMatter: {}, pieces };
  });
}
