import type { Code, Nodes, Root } from 'mdast';
import { checkBody } from './check-body';
import { checkKeys, parseFragment } from './check-json';
import { checkName } from './check-name';
import { checkQuantities } from './check-quantity';
import { checkShell } from './check-shell';
import type { Facts } from './facts';
import { readFenceMeta } from './fence-meta';

/** Something in prose that the documents do not bear out. */
export interface Fault {
  /** Line of the page, from 1. */
  readonly line: number;
  readonly message: string;
}

const lineOf = (node: Nodes) => node.position?.start.line ?? 1;

function checkFence(facts: Facts, fence: Code): readonly Fault[] {
  const line = lineOf(fence);
  try {
    const { request, rest } = readFenceMeta(fence.meta ?? '');
    if (request) fence.meta = rest === '' ? null : rest;
    if (fence.lang === 'bash') {
      return checkShell(facts, fence.value).map((fault) => ({
        ...fault,
        line: line + 1 + fault.line,
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

function checkNode(facts: Facts, node: Nodes): readonly Fault[] {
  const line = lineOf(node);
  if (node.type === 'code') return checkFence(facts, node);
  if (node.type === 'text') {
    return checkQuantities(facts, node.value).map((fault) => ({
      ...fault,
      line: line + fault.line,
    }));
  }
  if (node.type === 'inlineCode') {
    return checkName(facts, node.value).map((message) => ({ line, message }));
  }
  return 'children' in node ? node.children.flatMap((child) => checkNode(facts, child)) : [];
}

/**
 * Checks every name, body and quantity of a page, and takes what it read out of the meta strings of fences.
 * @returns faults in the order of the page
 */
export function checkPage(facts: Facts, tree: Root): readonly Fault[] {
  return checkNode(facts, tree);
}
