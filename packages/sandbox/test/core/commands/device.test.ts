import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweepCommands } from '../../../src/core/commands/index.ts';
import { rejection } from '../../support/rejection.ts';
import { CommandBench, day } from './support.ts';

let bench: CommandBench;

beforeEach(async () => {
  bench = await CommandBench.open();
});

afterEach(() => bench.sandbox.close());

const unknown = '019f0000-0000-7000-8000-00000000ffff';

describe('commands-next', () => {
  it('has only `available` when no command is pending', async () => {
    expect(await bench.device('commands-next')).toEqual({ available: false });
  });

  it('hands out the oldest pending command until the device reports it', async () => {
    const { sandbox } = bench;
    const issuedAt = sandbox.now;
    const first = await bench.send();
    const second = await bench.send({ command: 'restart', data: 'AA==', type: 'binary' });
    const expected = {
      available: true,
      commandId: first,
      command: 'set-led',
      status: 'pending',
      data: 'on',
      datatype: 'string',
      issuedAt,
      updated: issuedAt,
      nextavailable: true,
    };
    expect(await bench.device('commands-next')).toEqual(expected);
    expect(await bench.device('commands-next')).toEqual(expected);
    await bench.report(first, 'received');
    expect(await bench.device('commands-next')).toMatchObject({
      commandId: second,
      data: 'AA==',
      datatype: 'binary',
      nextavailable: false,
    });
    await bench.report(second, 'success');
    expect(await bench.device('commands-next')).toEqual({ available: false });
  });

  it('skips what has expired or was invalidated', async () => {
    const { sandbox } = bench;
    await bench.send({ expiry: sandbox.now + 1000 });
    const invalid = await bench.send();
    const good = await bench.send();
    await bench.platform('command-invalidate', { commandId: invalid });
    sandbox.now += 1000;
    expect(await bench.device('commands-next')).toMatchObject({
      commandId: good,
      nextavailable: false,
    });
  });

  it('is for devices', async () => {
    const { sandbox, project } = bench;
    expect(await rejection(sandbox.request(project, 'device/commands-next', {}))).toBe(
      '403 auth::accessdenied',
    );
  });
});

describe('commands-list', () => {
  it('pages through what is not concluded, the oldest first, without payloads', async () => {
    const { sandbox } = bench;
    const issuedAt = sandbox.now;
    const sent = [await bench.send(), await bench.send(), await bench.send(), await bench.send()];
    const [first = '', second = '', third = '', fourth = ''] = sent;
    sandbox.now += 1000;
    await bench.report(second, 'processing');
    await bench.report(third, 'success');
    const page = await bench.device('commands-list', { limit: 2, offset: 0 });
    const common = { command: 'set-led', issuedAt };
    expect(page).toEqual({
      totalcount: 3,
      count: 2,
      next: 2,
      commands: [
        { ...common, commandId: first, status: 'pending', updated: issuedAt },
        { ...common, commandId: second, status: 'processing', updated: sandbox.now },
      ],
    });
    expect(await bench.device('commands-list', { limit: 2, offset: 2 })).toMatchObject({
      totalcount: 3,
      count: 1,
      next: 3,
      commands: [{ commandId: fourth }],
    });
  });

  it.each([-1, 2 ** 53])('rejects the offset %d', async (offset) => {
    await expect(bench.device('commands-list', { offset })).rejects.toMatchObject({
      reason: 'generic::malformedrequest',
      message: `"offset" is ${offset}; send a whole number from 0 to 9007199254740991.`,
    });
  });

  it('shows a device its own commands only', async () => {
    const { sandbox, project } = bench;
    const other = await sandbox.node(project);
    const commandId = await bench.send();
    expect(await bench.device('commands-list', {}, other)).toMatchObject({ totalcount: 0 });
    expect(await bench.device('commands-next', {}, other)).toEqual({ available: false });
    const asked = bench.device('commands-get-details', { commandId }, other);
    expect(await rejection(asked)).toBe('404 cmd::notfound');
    const told = bench.device('commands-update-status', { commandId, status: 'success' }, other);
    expect(await rejection(told)).toBe('404 cmd::notfound');
  });
});

describe('commands-get-details', () => {
  const details = (commandId: string) => bench.device('commands-get-details', { commandId });

  it('has the payload, also of a concluded command', async () => {
    const issuedAt = bench.sandbox.now;
    const commandId = await bench.send();
    await bench.report(commandId, 'success');
    expect(await details(commandId)).toEqual({
      commandId,
      command: 'set-led',
      status: 'success',
      data: 'on',
      datatype: 'string',
      issuedAt,
      updated: issuedAt,
    });
  });

  it('does not know an expired, an invalidated or an unknown command', async () => {
    const expiring = await bench.send({ expiry: bench.sandbox.now + 1000 });
    const invalid = await bench.send();
    await bench.platform('command-invalidate', { commandId: invalid });
    bench.sandbox.now += 1000;
    for (const id of [expiring, invalid, unknown]) {
      expect(await rejection(details(id))).toBe('404 cmd::notfound');
    }
  });
});

describe('commands-update-status', () => {
  // "The status moves forward only"; a repeated report is no step back, so a device may send one again.
  const open = ['pending', 'received', 'processing'];
  const reports = ['received', 'processing', 'success', 'failure'];
  const allowed: Record<string, string[]> = {
    pending: reports,
    received: reports,
    processing: reports.slice(1),
    success: [],
    failure: [],
  };
  const moves = Object.entries(allowed).flatMap(([from, tos]) =>
    reports.map((to) => [from, to, tos.includes(to)] as const),
  );

  it.each(moves)('from %s to %s: %s', async (from, to, isAllowed) => {
    const commandId = await bench.send();
    if (from !== 'pending') await bench.report(commandId, from);
    const told = bench.report(commandId, to);
    if (isAllowed) expect(await told).toEqual({});
    else {
      const reason = open.includes(from) ? 'statusgoesback' : 'commandconcluded';
      expect(await rejection(told)).toBe(`409 sandbox::${reason}`);
    }
    const { status } = await bench.platform('command-status', { commandId });
    expect(status).toBe(isAllowed ? to : from);
  });

  it('rejects what has expired or was invalidated', async () => {
    const expiring = await bench.send({ expiry: bench.sandbox.now + 1000 });
    const invalid = await bench.send();
    await bench.platform('command-invalidate', { commandId: invalid });
    bench.sandbox.now += 1000;
    expect(await rejection(bench.report(expiring, 'success'))).toBe('409 sandbox::commandexpired');
    expect(await rejection(bench.report(invalid, 'success'))).toBe('409 sandbox::commandconcluded');
    expect(await rejection(bench.report(unknown, 'success'))).toBe('404 cmd::notfound');
  });

  it('keeps the last acknowledgment', async () => {
    const commandId = await bench.send();
    await bench.report(commandId, 'received', { ackdata: 'ok', ackdatatype: '' });
    await bench.report(commandId, 'processing', { ackdata: 'AAE=', ackdatatype: 'binary' });
    await bench.report(commandId, 'success');
    expect(await bench.platform('command-status', { commandId })).toMatchObject({
      status: 'success',
      ackdata: 'AAE=',
      ackdatatype: 'binary',
    });
  });

  it('measures the acknowledgment in bytes, and requires base64 text for binary', async () => {
    const commandId = await bench.send();
    const tell = (fields: Record<string, string>) => bench.report(commandId, 'success', fields);
    expect(await rejection(tell({ ackdata: 'é'.repeat(501) }))).toBe(
      '400 generic::malformedrequest',
    );
    expect(await rejection(tell({ ackdata: '?', ackdatatype: 'binary' }))).toBe(
      '400 generic::malformedrequest',
    );
    expect(await tell({ ackdata: 'é'.repeat(500) })).toEqual({});
  });
});

it('sweeps what ended 7 days ago, and nothing else', async () => {
  const { sandbox } = bench;
  const concluded = await bench.send();
  const expiring = await bench.send({ expiry: sandbox.now + day });
  await bench.report(concluded, 'success');
  sandbox.now += 6 * day;
  const waiting = await bench.send();
  const left = async () => {
    await sandbox.db.transaction().execute((tx) => sweepCommands(tx, sandbox.now));
    const rows = await sandbox.db.selectFrom('commands').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  };
  expect(await left()).toEqual([concluded, expiring, waiting]);
  sandbox.now += day;
  expect(await left()).toEqual([expiring, waiting]);
  sandbox.now += day;
  expect(await left()).toEqual([waiting]);
});
