import { expect } from 'vitest';
import { edited, faultOf, file, lineOf, type FaultCase } from './document.ts';

/** Breaks the helper document as a case says, and expects the error to name file, line and reason. */
export async function expectFault([, text, replacement, place, reason]: FaultCase): Promise<void> {
  const broken = edited(text, replacement);
  const error = await faultOf(broken);
  const line = lineOf(broken, place);
  expect(error.reason).toMatch(reason);
  expect(error.message).toBe(`${file}:${line}: ${error.reason}`);
  expect(error).toMatchObject({ file, line });
}
