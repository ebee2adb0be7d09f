import { expect } from 'vitest';
import type { Fence, GuidePage } from './fences.ts';
import type { Reader } from './reader.ts';
import { runLine } from './walk.ts';

/** Runs all queued commands as the device, and reports their success. */
export async function runQueued(reader: Reader): Promise<void> {
  let next = await reader.request('device', '/commands/next', {});
  while (next.available === true) {
    const report = {
      commandId: next.commandId ?? '',
      status: 'success',
      ackdata: '',
      ackdatatype: 'string',
    };
    await reader.request('device', '/commands/updateStatus', report);
    next = await reader.request('device', '/commands/next', {});
  }
}

async function statusOf(reader: Reader): Promise<unknown> {
  const body = { commandId: reader.ids.commandId ?? '' };
  return (await reader.request('platform', '/commands/getDetails', body)).status;
}

/**
 * Runs a fence that sends a command to a program that acts as the device, until the program has reported the result. The
 * program runs until the shell is closed.
 * @param program saved before, such as `commands.py`
 */
export function sendTo(program: string) {
  return async (reader: Reader, fence: Fence, page: GuidePage): Promise<void> => {
    const line = runLine(page, program);
    if (line === undefined) throw new Error(`the page does not say how to run ${program}`);
    // A polling program polls immediately, then after half a minute: the command must exist.
    const isPolling = program === 'poll.py';
    const early = isPolling ? undefined : await reader.shell.start(line);
    if (early) await expect.poll(() => early.output(), { timeout: 30_000 }).toContain('connected');
    await reader.run(fence);
    const job = early ?? (await reader.shell.start(line));
    await expect.poll(() => statusOf(reader), { timeout: 60_000 }).toBe('success');
    await expect.poll(() => job.output(), { timeout: 10_000 }).toContain('reported success');
    expect(await job.output()).not.toMatch(/rejected|Error/);
  };
}
