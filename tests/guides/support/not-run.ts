import type { NotRun } from './walk.ts';

/** Entries for fences that are not run. @param labels starts of titles or first lines; an empty one matches all */
export const listed = (page: string, why: string, labels: readonly string[]): NotRun[] =>
  labels.map((label) => ({ page, label, why }));

export const reasons = {
  board: 'runs on a board; tests/examples compiles, parses or runs it with stubs',
  espIdf: 'part of an ESP-IDF project',
  rules: 'a pattern or a message without a response: the sandbox has no rules',
  exercise: 'a change of a program: tests/field/exercises.test.ts applies and runs it',
  network: 'takes a package from the network',
} as const;
