import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Fence, GuidePage } from './fences.ts';
import type { GuideSandbox } from './guide-sandbox.ts';
import { Reader } from './reader.ts';
import { comparePushed, listen, sendRequest } from './shown-messages.ts';
import type { SetUp } from './setup.ts';
import { missingBasics, missingFor } from './tools.ts';

/** Names fences of a page by their title or first line. */
export interface Choice {
  readonly page: string;
  /** Beginning of the label; every fence with it is meant. */
  readonly label: string;
}

/** A fence that is not run. */
export interface NotRun extends Choice {
  readonly why: string;
}

/** How a fence is tested instead. */
export interface Special extends Choice {
  readonly act: (reader: Reader, fence: Fence, page: GuidePage) => Promise<void>;
}

export const isMeant = ({ page, label }: Choice, fence: Fence): boolean =>
  fence.page === page && fence.label.startsWith(label);

/** Languages of programs for computers, and what their pages run them with. */
const runners = /^(?:python3|node|go run) /;

/** How the page runs a program: a text in a sentence or table, such as `python3 submit.py`; a final `&` is left out. */
export function runLine({ inlineCodes }: GuidePage, title: string): string | undefined {
  return inlineCodes
    .map((code) => code.replace(/ &$/, ''))
    .find((code) => runners.test(code) && code.endsWith(` ${title}`));
}

const isRunIn = (text: string, title: string) =>
  /(?:^|\()(?:.*&& )?(?:python3|node|go run) /m.test(text) && text.includes(title);

/** Saves a program, and runs it as the page says: right away, or in a fence further down. */
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

/** What a fence asks for by its kind. */
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
  /** Fences that nobody runs. */
  readonly notRun: readonly NotRun[];
  /** Fences that another walk takes. */
  readonly leaves?: (fence: Fence) => boolean;
  readonly special?: readonly Special[];
  /** How the terminal comes to a project. */
  readonly setUp: SetUp;
  /** What else the reader has before the first page. */
  readonly prepare?: (reader: Reader) => Promise<void>;
}

/** Whether a fence shows what the ones before it have printed. */
const isOutput = ({ language, attributes, side }: Fence) =>
  ['json', 'text'].includes(language) && side !== 'request' && attributes.pushed === undefined;

/** Registers a test for each fence, in the order of the pages. */
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
      // What shows an output goes with the fence that prints it.
      if (listed === undefined && !isOutput(fence)) missing = missingFor(fence);
      const why = listed ?? missing;
      const act = special.find((one) => isMeant(one, fence))?.act ?? follow;
      test.skipIf(why !== undefined)(why === undefined ? title : `${title}: ${why}`, () =>
        act(reader, fence, page),
      );
    }
  });
}
