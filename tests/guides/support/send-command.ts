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
 * Saves a program that receives commands and runs it, until it has reported the result of the command that the page has sent. The
 * program runs until the shell is closed.
 */
export async function receive(reader: Reader, fence: Fence, page: GuidePage): Promise<void> {
  const line = runLine(page, fence.label);
  if (line === undefined) throw new Error(`the page does not say how to run ${fence.label}`);
  await reader.save(fence);
  const job = await reader.shell.start(line);
  await expect.poll(() => statusOf(reader), { timeout: 60_000 }).toBe('success');
  await expect.poll(() => job.output(), { timeout: 10_000 }).toContain('reported success');
  expect(await job.output()).not.toMatch(/rejected|Error/);
}
