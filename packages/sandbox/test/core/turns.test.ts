import { expect, it } from 'vitest';
import { Turns } from '../../src/core/read-limiter.ts';

it('gives one turn in an iteration of the event loop, to who has waited longest', async () => {
  const iterations: (() => void)[] = [];
  const turns = new Turns((action) => iterations.push(action));
  const given: string[] = [];
  const work = async (name: string, slices: number) => {
    for (let slice = 1; slice <= slices; slice += 1) {
      await turns.next();
      given.push(`${name}${slice}`);
    }
  };
  const all = Promise.all([work('a', 2), work('b', 1), work('c', 2)]);
  const history: string[][] = [];
  while (iterations.length > 0) {
    for (const action of iterations.splice(0)) action();
    await new Promise(setImmediate);
    history.push(given.splice(0));
  }
  await all;
  expect(history).toEqual([['a1'], ['b1'], ['c1'], ['a2'], ['c2']]);
});
