import { afterAll } from 'vitest';

/**
 * Collects what has to be ended after the tests of a file or of a `describe`, also when its beginning fails.
 * @returns a function that adds a step; steps run in reverse order
 */
export function cleanup(): (step: () => unknown) => void {
  const steps: (() => unknown)[] = [];
  afterAll(async () => {
    for (const step of steps.reverse()) await step();
  });
  return (step) => void steps.push(step);
}
