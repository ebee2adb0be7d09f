import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fence } from './fences.ts';
import { startGuideSandbox, type GuideSandbox } from './guide-sandbox.ts';
import { missingFor } from './tools.ts';
import { describeWalk, isMeant, type Walk } from './walk.ts';

const nameOf = ({ page, line, label }: Fence) => `${page}:${line} ${label}`;

/** Registers tests that all fences are covered, and that no list contains a fence that does not exist. */
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
      // If this machine cannot run a program, another one is used; the output shows what is missing.
      const missed = fences.filter(
        (fence) =>
          !walked.has(fence) &&
          missingFor(fence) === undefined &&
          !listed.some((one) => isMeant(one, fence)),
      );
      expect(missed.map(nameOf)).toEqual([]);
    });

    test('that are listed exist', () => {
      const listed = walks.flatMap(({ notRun, special = [] }) => [...notRun, ...special]);
      const stale = listed.filter((one) => !fences.some((fence) => isMeant(one, fence)));
      expect(stale.map(({ page, label }) => `${page} ${label}`)).toEqual([]);
    });
  });
}

/** Registers the tests of several readers who share a sandbox. */
export function describeWalks(walks: readonly Walk[]): void {
  let sandbox: GuideSandbox;
  beforeAll(async () => {
    sandbox = await startGuideSandbox();
  });
  afterAll(() => sandbox.close());
  for (const walk of walks) describeWalk(() => sandbox, walk);
  describeCoverage(walks);
}
