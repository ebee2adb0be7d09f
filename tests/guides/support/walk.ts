import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Fence, GuidePage } from './fences.ts';
import type { GuideSandbox } from './guide-sandbox.ts';
import { Reader } from './reader.ts';
import { comparePushed, listen, sendRequest } from './shown-messages.ts';
import type { SetUp } from './setup.ts';
import { missingBasics, missingFor } from './tools.ts';

/** Selects fences of a page by their title or first line. */
export interface Choice {
  readonly page: string;
  /** Start of the label; matches all fences with it. */
  readonly label: string;
}

/** A fence that is not run. */
export interface NotRun extends Choice {
  readonly why: string;
}

/** Custom test of a fence. */
export interface Special extends Choice {
  readonly act: (reader: Reader, fence: Fence, page: GuidePage) => Promise<void>;
}

export const isMeant = ({ page, label }: Choice, fence: Fence): boolean =>
  fence.page === page && fence.label.startsWith(label);

/** Programming languages of computers, with the commands that run them on pages. */
const runners = /^(?:python3|node|go run) /;

/**
 * The command that runs a program: inline code in a sentence or table, such as `python3 submit.py`, without a trailing `&`.
 */
export function runLine({ inlineCodes }: GuidePage, title: string): string | undefined {
  return inlineCodes
    .map((code) => code.replace(/ &$/, ''))
    .find((code) => runners.test(code) && code.endsWith(` ${title}`));
}

const isRunIn = (text: string, title: string) =>
  /(?:^|\()(?:.*&& )?(?:python3|node|go run) /m.test(text) && text.includes(title);

/** Saves a program and runs it as the page says: immediately, or in a later fence. */
export async function saveAndRun(reader: Reader, fence: Fence, page: GuidePage): Promise<void> {
  const { title = '' } = fence.attributes;
  await reader.save(fence);
  const line = runLine(page, title);
  if (line !== undefined) {
    await reader.execute(fence, line);
    return;
  }
  const isRunBelow = page.fences.some(
    ({ language, text }) => language === 'bash' && isRunIn(text, title),
  );
  if (!isRunBelow) throw new Error(`the page does not say how to run ${title}`);
}

/** Default test of a fence, by its kind. */
async function follow(reader: Reader, fence: Fence, page: GuidePage): Promise<void> {
  const { attributes, language, side } = fence;
  if (fence.text.startsWith('mosquitto_sub ')) await listen(reader, fence);
  else if (language === 'bash') await reader.run(fence);
  else if (attributes.title !== undefined) await saveAndRun(reader, fence, page);
  else if (attributes.pushed !== undefined) await comparePushed(reader, fence);
  else if (side === 'request') await sendRequest(reader, fence);
  else if (language === 'json') reader.compareResponse(fence);
  else if (language === 'text') reader.compareText(fence);
  else throw new Error('nothing here runs this fence: say how, or list it with a reason');
}

/** Pages that one reader follows. */
export interface Walk {
  readonly name: string;
  readonly pages: readonly GuidePage[];
  /** Fences that are never run. */
  readonly notRun: readonly NotRun[];
  /** Fences that another walk tests. */
  readonly leaves?: (fence: Fence) => boolean;
  readonly special?: readonly Special[];
  /** How the terminal is set up for a project. */
  readonly setUp: SetUp;
  /** Other preparations before the first page. */
  readonly prepare?: (reader: Reader) => Promise<void>;
}

/** True when a fence shows the output of those before it. */
const isOutput = ({ language, attributes, side }: Fence) =>
  ['json', 'text'].includes(language) && side !== 'request' && attributes.pushed === undefined;

/** Registers a test for each fence, in page order. */
export function describeWalk(sandbox: () => GuideSandbox, walk: Walk): void {
  const { name, pages, notRun, leaves = () => false, special = [], setUp, prepare } = walk;
  const steps = pages.flatMap((page) =>
    page.fences.filter((fence) => !leaves(fence)).map((fence) => ({ page, fence })),
  );
  describe.skipIf(missingBasics !== undefined)(name, () => {
    let reader: Reader;
    beforeAll(async () => {
      reader = await Reader.open(sandbox());
      await setUp(reader);
      await prepare?.(reader);
    });
    afterAll(() => reader.close());
    let missing: string | undefined;
    for (const { page, fence } of steps) {
      const title = `${fence.page}:${fence.line} ${fence.label}`;
      const listed = notRun.find((one) => isMeant(one, fence))?.why;
      // An output belongs to the fence that prints it.
      if (listed === undefined && !isOutput(fence)) missing = missingFor(fence);
      const why = listed ?? missing;
      const act = special.find((one) => isMeant(one, fence))?.act ?? follow;
      test.skipIf(why !== undefined)(why === undefined ? title : `${title}: ${why}`, () =>
        act(reader, fence, page),
      );
    }
  });
}
