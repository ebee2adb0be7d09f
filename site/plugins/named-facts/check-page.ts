import type { Code, Nodes, Root } from 'mdast';
import { checkBody, checkShell, readFenceMeta } from './check-fences';
import { checkKeys, checkName, parseFragment } from './check-names';
import { otherNamesFile, type Facts } from './facts';

const units = [
  ...['bits?', 'bytes?', 'kB', 'KB', 'MB', 'GB', 'TB', 'characters?', 'points?', 'datapoints?'],
  ...['ms', 'milliseconds?', 's', 'seconds?', 'minutes?', 'h', 'hours?', 'days?', 'months?'],
  ...['years?', 'entries', 'items?', 'nodes?', 'pairs?', 'tags?', 'keys?', 'stages?', 'baud'],
  ...['connections?', 'variables?', 'per (?:second|minute|hour|day)'],
];

/** A number that is not part of a longer name, and a unit behind it. */
const quantity = new RegExp(`(?<![\\w.-])\\d[\\d.,]*[\\s-](?:${units.join('|')})(?![\\w-])`, 'g');

/** A listed phrase as a whole, even across lines: `8 bytes` is no part of `128 bytes`. */
function wholly(phrase: string): RegExp {
  const escaped = phrase.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(' ', '\\s');
  return new RegExp(`(?<![\\w.,])${escaped}(?![\\w-])`, 'g');
}

/** The text with blanks instead of the listed phrases. */
function withoutListed(facts: Facts, text: string): string {
  return facts.phrases.reduce(
    (left, phrase) =>
      left.replaceAll(wholly(phrase), (found) => {
        facts.lists('quantities', phrase);
        return found.replaceAll(/[^\n]/g, ' ');
      }),
    text,
  );
}

/**
 * Checks that prose types no number with a unit by hand, unless a listed phrase around it says what it is.
 * @returns each violation with the number of lines of the text before it
 */
export function checkQuantities(facts: Facts, text: string): { message: string; line: number }[] {
  if (!/\d/.test(text)) return [];
  return [...withoutListed(facts, text).matchAll(quantity)].map(({ 0: found, index }) => ({
    line: text.slice(0, index).split('\n').length - 1,
    message:
      `"${found.replace(/\s/, ' ')}" is typed by hand. Write a limit of a document as ` +
      `<Limit call="..." field="..." kind="..." /> or <Limit id="..." />; list any other quantity in ${otherNamesFile}.`,
  }));
}

/** A statement in prose that contradicts the documents, or that they do not contain. */
export interface Violation {
  /** Line of the page, from 1. */
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
 * Checks every name, body and quantity of a page, and takes what it read out of the meta strings of fences.
 * @returns violations in the order of the page
 */
export function checkPage(facts: Facts, tree: Root): readonly Violation[] {
  return checkNode(facts, tree);
}
