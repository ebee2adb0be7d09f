import { expect } from 'vitest';
import { edited, errorOf, file, lineOf, type ErrorCase } from './document.ts';

/** Applies a case to the minimal document and expects an error with file, line and reason. */
export async function expectError([
  ,
  text,
  replacement,
  lineText,
  reason,
]: ErrorCase): Promise<void> {
  const broken = edited(text, replacement);
  const error = await errorOf(broken);
  const line = lineOf(broken, lineText);
  expect(error.reason).toMatch(reason);
  expect(error.message).toBe(`${file}:${line}: ${error.reason}`);
  expect(error).toMatchObject({ file, line });
}
