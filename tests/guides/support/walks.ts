import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fence } from './fences.ts';
import { startGuideSandbox, type GuideSandbox } from './guide-sandbox.ts';
import { missingFor } from './tools.ts';
import { describeWalk, isMeant, type Walk } from './walk.ts';

const nameOf = ({ page, line, label }: Fence) => `${page}:${line} ${label}`;

/** Registers tests that no fence of the pages slips by, and that no list names one that is not there. */
function describeCoverage(walks: readonly Walk[]): void {
  const pages = [...new Set(walks.flatMap(({ pages: own }) => own))];
  const fences = pages.flatMap((page) => page.fences);
  describe('all fences', () => {
    test('are run, or listed with a reason', () => {
      const walked = new Set(
        walks.flatMap(({ pages: own, leaves = () => false }) =>
          own.flatMap((page) => page.fences.filter((fence) => !leaves(fence))),
        ),
      );
      const listed = walks.flatMap(({ notRun }) => notRun);
      // A program that this machine cannot run gives way to another one; the output says what is missing.
      const missed = fences.filter(
        (fence) =>
          !walked.has(fence) &&
          missingFor(fence) === undefined &&
          !listed.some((one) => isMeant(one, fence)),
      );
      expect(missed.map(nameOf)).toEqual([]);
    });

    test('that are listed are there', () => {
      const listed = walks.flatMap(({ notRun, special = [] }) => [...notRun, ...special]);
      const stale = listed.filter((one) => !fences.some((fence) => isMeant(one, fence)));
      expect(stale.map(({ page, label }) => `${page} ${label}`)).toEqual([]);
    });
  });
}

/** Registers the tests of several readers, who have a sandbox in common. */
export function describeWalks(walks: readonly Walk[]): void {
  let sandbox: GuideSandbox;
  beforeAll(async () => {
    sandbox = await startGuideSandbox();
  });
  afterAll(() => sandbox.close());
  for (const walk of walks) describeWalk(() => sandbox, walk);
  describeCoverage(walks);
}
