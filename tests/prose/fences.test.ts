import { expect, test } from 'vitest';
import { fences } from './rules/fences.ts';
import { findings } from './sample.ts';

test.each([
  ['Text.\n\n```json\n{"a": 1,}\n```', /^3 write valid JSON/],
  ['```json\n{ // comment\n}\n```', /jsonc/],
  ['```yaml\na: [1\n```', /^1 write valid YAML/],
  ['- A list:\n\n  ```json\n  {\n  ```', /^3 write valid JSON/],
])('finds the error in %j', (body, finding) => {
  expect(findings(fences, body)).toEqual([expect.stringMatching(finding)]);
});

test.each([
  '```text\nx\n```',
  '```json\n{"a": 1}\n```',
  '```jsonc\n{ // comment\n}\n```',
  '```yaml\na: [1]\n```',
  '```json file="x.json"\n\n```',
])('passes %j', (body) => {
  expect(findings(fences, body)).toEqual([]);
});
