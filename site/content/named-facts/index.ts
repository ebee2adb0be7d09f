import path from 'node:path';
import type { Code, Nodes, Root } from 'mdast';
import type { VFile } from 'vfile';
import { apiConfigs, readApi, type Api } from '../api-reference/documents';
import { checkBody, checkShell, readFenceMeta } from './check-fences';
import { checkKeys, checkName, parseFragment } from './check-names';
import { factsOf, otherNamesFile, parseOtherNames, readOtherNames, type Facts } from './facts';

const units = [
  'bits?',
  'bytes?',
  'kB',
  'KB',
  'MB',
  'GB',
  'TB',
  'characters?',
  'points?',
  'datapoints?',
  'ms',
  'milliseconds?',
  's',
  'seconds?',
  'minutes?',
  'h',
  'hours?',
  'days?',
  'months?',
  'years?',
  'entries',
  'items?',
  'nodes?',
  'pairs?',
  'tags?',
  'keys?',
  'stages?',
  'baud',
  'connections?',
  'variables?',
  'per (?:second|minute|hour|day)',
];

/** A number with a unit that is not part of a longer name. */
const quantity = new RegExp(`(?<![\\w.-])\\d[\\d.,]*[\\s-](?:${units.join('|')})(?![\\w-])`, 'g');

/** Matches a whole listed phrase, also across lines: `8 bytes` does not match in `128 bytes`. */
function wholePhrase(phrase: string): RegExp {
  const escaped = phrase.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(' ', '\\s');
  return new RegExp(`(?<![\\w.,])${escaped}(?![\\w-])`, 'g');
}

/** Replaces the listed phrases of a text with spaces. */
function withoutListed(facts: Facts, text: string): string {
  return facts.phrases.reduce(
    (left, phrase) =>
      left.replaceAll(wholePhrase(phrase), (found) => {
        facts.lists('quantities', phrase);
        return found.replaceAll(/[^\n]/g, ' ');
      }),
    text,
  );
}

/**
 * Checks that prose contains no literal number with a unit, unless it is part of a listed phrase.
 * @returns violations, each with the number of lines of the text before it
 */
export function checkQuantities(facts: Facts, text: string): { message: string; line: number }[] {
  if (!/\d/.test(text)) return [];
  return [...withoutListed(facts, text).matchAll(quantity)].map(({ 0: found, index }) => ({
    line: text.slice(0, index).split('\n').length - 1,
    message:
      `"${found.replace(/\s/, ' ')}" is a literal quantity. Write a limit of a document as ` +
      `<Limit operation="..." field="..." kind="..." /> or <Limit id="..." />; list any other quantity in ${otherNamesFile}.`,
  }));
}

/** A statement in prose that contradicts the documents or is not in them. */
export interface Violation {
  /** Line of the page, counted from 1. */
  readonly line: number;
  readonly message: string;
}

const lineOf = (node: Nodes) => node.position?.start.line ?? 1;

function checkFence(facts: Facts, fence: Code): readonly Violation[] {
  const line = lineOf(fence);
  try {
    const { request, rest } = readFenceMeta(fence.meta ?? '');
    if (request) fence.meta = rest === '' ? null : rest;
    if (fence.lang === 'bash') {
      return checkShell(facts, fence.value).map((violation) => ({
        ...violation,
        line: line + 1 + violation.line,
      }));
    }
    if (fence.lang !== 'json') return [];
    const value = parseFragment(fence.value);
    if (value === undefined) throw new Error('the fence says json, but it does not parse');
    if (!request) return checkKeys(facts, value).map((message) => ({ line, message }));
    checkBody(facts, request, value);
    return [];
  } catch (error) {
    return [{ line, message: error instanceof Error ? error.message : String(error) }];
  }
}

function checkNode(facts: Facts, node: Nodes): readonly Violation[] {
  const line = lineOf(node);
  if (node.type === 'code') return checkFence(facts, node);
  if (node.type === 'text') {
    return checkQuantities(facts, node.value).map((violation) => ({
      ...violation,
      line: line + violation.line,
    }));
  }
  if (node.type === 'inlineCode') {
    return checkName(facts, node.value).map((message) => ({ line, message }));
  }
  return 'children' in node ? node.children.flatMap((child) => checkNode(facts, child)) : [];
}

/**
 * Checks all names, bodies and quantities of a page, and removes the attributes that it reads from the meta strings of
 * fences.
 * @returns violations in page order
 */
export function checkPage(facts: Facts, tree: Root): readonly Violation[] {
  return checkNode(facts, tree);
}

const folder = path.resolve(__dirname, '../../..');
const written = apiConfigs.map((place) => `site/docs/${place.folder}/`);

let latest: { readonly sources: string; readonly facts: Facts } | undefined;

/**
 * Collects facts once per state of their sources, which a writer can change in development.
 * @param otherNames text of the list of other names
 */
export function latestFacts(apis: readonly Api[], otherNames: string): Facts {
  const sources = [...apis.map(({ text }) => text), otherNames].join('\0');
  if (latest?.sources !== sources)
    latest = { sources, facts: factsOf(apis, parseOtherNames(otherNames)) };
  return latest.facts;
}

async function currentFacts(): Promise<Facts> {
  const apis = await Promise.all(apiConfigs.map(({ name }) => readApi(name)));
  return latestFacts(apis, readOtherNames());
}

/**
 * Remark plugin: all inline code in guides must be in an OpenAPI document or in the list of other names, bodies must match
 * the schemas of their operations, and limits must come from the documents. Otherwise the build fails with the file, line
 * and fix of every violation on the page. Pages generated from the documents are not checked.
 * @param options.facts facts to check against; those of this repository by default
 */
export default function remarkNamedFacts(options: { readonly facts?: Facts } = {}) {
  return async (tree: Root, file: VFile): Promise<void> => {
    const name = path.relative(folder, path.resolve(folder, file.path)).replaceAll('\\', '/');
    if (written.some((start) => name.startsWith(start))) return;
    const violations = checkPage(options.facts ?? (await currentFacts()), tree);
    const [first] = violations;
    if (!first) return;
    const lines = violations.map(({ line, message }) => `${name}:${line}: ${message}`);
    file.fail(lines.join('\n'), { line: first.line, column: 1 });
  };
}
