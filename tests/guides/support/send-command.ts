import { expect } from 'vitest';
import type { Job } from './bash-session.ts';
import type { Fence, GuidePage } from './fences.ts';
import type { Reader } from './reader.ts';
import { runLine } from './walk.ts';

async function statusOf(reader: Reader): Promise<unknown> {
  const body = { commandId: reader.ids.commandId ?? '' };
  return (await reader.call('platform', '/commands/getDetails', body)).status;
}

/**
 * Runs a fence that sends a command while a program plays the device, until the program has reported how it ended.
 * @param program saved before, such as `commands.py`
 */
export function sendTo(program: string) {
  return async (reader: Reader, fence: Fence, page: GuidePage): Promise<void> => {
    const line = runLine(page, program);
    if (line === undefined) throw new Error(`the page does not say how to run ${program}`);
    let job: Job | undefined;
    try {
      // A program that polls looks at once, and then after half a minute.
      const isPolling = program === 'poll.py';
      if (!isPolling) job = await reader.shell.start(line);
      await reader.run(fence);
      job ??= await reader.shell.start(line);
      await expect.poll(() => statusOf(reader), { timeout: 60_000 }).toBe('success');
      expect(await job.output()).toBe('');
    } finally {
      await job?.stop();
    }
  };
}
