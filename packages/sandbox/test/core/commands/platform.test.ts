import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/core/limits.ts';
import { rejection } from '../../support/rejection.ts';
import { CommandBench, day, deviceId, token } from './support.ts';

let bench: CommandBench;

beforeEach(async () => {
  bench = await CommandBench.open();
});

afterEach(() => bench.sandbox.close());

const unknown = '019f0000-0000-7000-8000-00000000ffff';

describe('commands-send', () => {
  it('queues the command and pushes it to the device', async () => {
    const { sandbox, node } = bench;
    const expiry = sandbox.now + 60_000;
    const commandId = await bench.send({ data: 'say "hi"\n', expiry });
    expect(await bench.queue()).toEqual([commandId]);
    expect(sandbox.pushed).toEqual([
      {
        nodeId: node,
        deviceId,
        topic: 'commands',
        body: {
          commandId,
          command: 'set-led',
          data: 'say "hi"\n',
          datatype: 'string',
          exp: expiry,
        },
      },
    ]);
  });

  it('queues the command of a node without a device, and pushes it to nobody', async () => {
    const { sandbox, project } = bench;
    const nodeid = await sandbox.node(project);
    const commandId = await bench.send({ nodeid });
    expect(await bench.device('commands-list', {}, nodeid)).toMatchObject({
      commands: [{ commandId }],
    });
    expect(sandbox.pushed).toEqual([]);
  });

  it('lets a command without an expiry wait for 7 days', async () => {
    const commandId = await bench.send();
    const details = await bench.platform('command-status', { commandId });
    expect(details.expiry).toBe(bench.sandbox.now + 7 * day);
  });

  it('takes the node id in any case', async () => {
    const commandId = await bench.send({ nodeid: bench.node.toUpperCase() });
    expect(await bench.queue()).toEqual([commandId]);
  });

  it.each([
    ['now', 0],
    ['in the past', -1000],
    ['more than 7 days ahead', 7 * day + 1],
  ])('rejects an expiry that lies %s', async (_where, distance) => {
    const sent = bench.send({ expiry: bench.sandbox.now + distance });
    expect(await rejection(sent)).toBe('400 cmd::invalidexpiry');
  });

  it('rejects an expiry in seconds', async () => {
    const sent = bench.send({ expiry: bench.sandbox.now / 1000 + 3600 });
    expect(await rejection(sent)).toBe('400 cmd::invalidexpiry');
  });

  it('takes an expiry 7 days ahead', async () => {
    await expect(bench.send({ expiry: bench.sandbox.now + 7 * day })).resolves.toBeTypeOf('string');
  });

  it('counts the payload in bytes', async () => {
    await expect(bench.send({ data: 'é'.repeat(512) })).resolves.toBeTypeOf('string');
    expect(await rejection(bench.send({ data: 'é'.repeat(513) }))).toBe(
      '400 generic::malformedrequest',
    );
  });

  it('takes an empty payload, and a binary one as base64 text only', async () => {
    await expect(bench.send({ data: '' })).resolves.toBeTypeOf('string');
    await expect(bench.send({ data: 'AAEC/w==', type: 'binary' })).resolves.toBeTypeOf('string');
    expect(await rejection(bench.send({ data: 'not base64!', type: 'binary' }))).toBe(
      '400 generic::malformedrequest',
    );
  });

  it.each(['\0', '\ud800'])('rejects text that no store can hold', async (text) => {
    expect(await rejection(bench.send({ data: text }))).toBe('400 generic::malformedrequest');
    expect(await rejection(bench.send({ command: text }))).toBe('400 generic::malformedrequest');
  });

  it('rejects a name above 50 characters', async () => {
    await expect(bench.send({ command: 'c'.repeat(50) })).resolves.toBeTypeOf('string');
    await expect(bench.send({ command: '💡'.repeat(50) })).resolves.toBeTypeOf('string');
    for (const command of ['c'.repeat(51), '💡'.repeat(51)])
      expect(await rejection(bench.send({ command }))).toBe('400 cmd::cmdidtoolong');
  });

  it('rejects an unknown node, and one of another project', async () => {
    const { sandbox } = bench;
    expect(await rejection(bench.send({ nodeid: unknown }))).toBe('404 node::nodenotfound');
    const foreign = await sandbox.node(await sandbox.project('project-2'));
    expect(await rejection(bench.send({ nodeid: foreign }))).toBe('404 node::nodenotfound');
  });

  it('rejects a token whose policy does not name the node', async () => {
    await expect(bench.send({}, token(bench.node))).resolves.toBeTypeOf('string');
    expect(await rejection(bench.send({}, token(unknown)))).toBe('403 auth::accessdenied');
  });

  it('pushes nothing if it is rejected, and stops at the limit of commands that have not ended', async () => {
    const { sandbox, project, node } = bench;
    const row = {
      project_id: project,
      node_id: node,
      command: 'c',
      data: '',
      data_type: 'string',
      status: 'pending',
      issued: 0,
      updated: 0,
      expires: sandbox.now + day,
    };
    const rows = Array.from({ length: limits.project.commands }, () => ({
      ...row,
      id: sandbox.ids.uuid(),
    }));
    await sandbox.db.insertInto('commands').values(rows).execute();
    await expect(bench.send()).rejects.toThrow('Invalidate some');
    expect(await rejection(bench.send())).toBe('429 sandbox::toomany');
    expect(sandbox.pushed).toEqual([]);
    for (const { id } of rows.slice(-2)) {
      await bench.report(id, 'success');
      await expect(bench.send()).resolves.toBeTypeOf('string');
      expect(await rejection(bench.platform('command-status', { commandId: id }))).toMatch(/^404/);
    }
    sandbox.now += day;
    await expect(bench.send()).resolves.toBeTypeOf('string');
    expect(await bench.platform('command-list', {})).toMatchObject({
      totalCount: limits.project.commands,
    });
  });
});

describe('command-status', () => {
  it('has the payload, and the acknowledgment once there is one', async () => {
    const { sandbox } = bench;
    const issuedAt = sandbox.now;
    const commandId = await bench.send({ data: 'AAEC', type: 'binary' });
    const before = {
      commandId,
      command: 'set-led',
      status: 'pending',
      data: 'AAEC',
      datatype: 'binary',
      issuedAt,
      updatedOn: issuedAt,
      expiry: issuedAt + 7 * day,
      expired: false,
    };
    expect(await bench.platform('command-status', { commandId })).toEqual(before);
    sandbox.now += 5000;
    await bench.report(commandId, 'success', { ackdata: 'led is on', ackdatatype: 'string' });
    expect(await bench.platform('command-status', { commandId })).toEqual({
      ...before,
      status: 'success',
      updatedOn: sandbox.now,
      ackdata: 'led is on',
      ackdatatype: 'string',
    });
  });

  it('says that a command has expired, and keeps its state', async () => {
    const { sandbox } = bench;
    const commandId = await bench.send({ expiry: sandbox.now + 1000 });
    await bench.report(commandId, 'received');
    sandbox.now += 999;
    const read = () => bench.platform('command-status', { commandId });
    expect(await read()).toMatchObject({ status: 'received', expired: false });
    sandbox.now += 1;
    expect(await read()).toMatchObject({ status: 'received', expired: true });
  });

  it('does not call a concluded command expired', async () => {
    const { sandbox } = bench;
    const commandId = await bench.send({ expiry: sandbox.now + 1000 });
    await bench.report(commandId, 'failure');
    sandbox.now += day;
    expect(await bench.platform('command-status', { commandId })).toMatchObject({
      status: 'failure',
      expired: false,
    });
  });

  it('rejects an unknown id, and a token without the node', async () => {
    const ask = (id: string) => bench.platform('command-status', { commandId: id });
    expect(await rejection(ask(unknown))).toBe('404 cmd::notfound');
    const commandId = await bench.send();
    const asked = bench.platform('command-status', { commandId }, token(unknown));
    expect(await rejection(asked)).toBe('403 auth::accessdenied');
  });
});

describe('command-list', () => {
  const ids = (response: { data?: unknown }) =>
    (response.data as { commandId: string }[]).map(({ commandId }) => commandId);

  it('pages through all commands, the newest first', async () => {
    const sent = [await bench.send(), await bench.send(), await bench.send()].reverse();
    const first = await bench.platform('command-list', { limit: 2 });
    expect(first).toMatchObject({ count: 2, totalCount: 3, next: 2 });
    const second = await bench.platform('command-list', { limit: 2, offset: 2 });
    expect(second).toMatchObject({ count: 1, totalCount: 3, next: 3 });
    expect([...ids(first), ...ids(second)]).toEqual(sent);
  });

  it('filters by node and by states', async () => {
    const { sandbox, project } = bench;
    const other = await sandbox.node(project);
    const a = await bench.send();
    const b = await bench.send();
    const c = await bench.send({ nodeid: other });
    await bench.report(b, 'received');
    const list = async (filter: Record<string, string | string[]>) =>
      ids(await bench.platform('command-list', { filter }));
    expect(await list({ nodeId: bench.node })).toEqual([b, a]);
    expect(await list({ status: ['pending'] })).toEqual([c, a]);
    expect(await list({ nodeId: bench.node, status: ['pending', 'received'] })).toEqual([b, a]);
    expect(await list({ nodeId: unknown })).toEqual([]);
    expect(await list({ status: [] })).toEqual([c, b, a]);
  });

  it('shows a token the commands of its nodes', async () => {
    const { sandbox, project } = bench;
    const other = await sandbox.node(project);
    const own = await bench.send();
    const foreign = await bench.send({ nodeid: other });
    const list = async (...nodes: string[]) =>
      ids(await bench.platform('command-list', {}, token(...nodes)));
    expect(await list(bench.node)).toEqual([own]);
    expect(await list('*')).toEqual([foreign, own]);
    expect(await list()).toEqual([]);
    const asked = bench.platform('command-list', { filter: { nodeId: other } }, token(bench.node));
    expect(await rejection(asked)).toBe('403 auth::accessdenied');
  });
});

describe('command-invalidate', () => {
  const invalidate = (commandId: string) => bench.platform('command-invalidate', { commandId });

  it('takes a pending command from the device', async () => {
    const commandId = await bench.send();
    expect(await invalidate(commandId)).toEqual({});
    expect(await bench.queue()).toEqual([]);
    expect(await bench.platform('command-status', { commandId })).toMatchObject({
      status: 'invalidated',
      expired: false,
    });
    expect(await rejection(invalidate(commandId))).toBe('404 cmd::notfound');
  });

  it.each(['received', 'processing', 'success', 'failure'])(
    'rejects a command in state %s',
    async (status) => {
      const commandId = await bench.send();
      await bench.report(commandId, status);
      expect(await rejection(invalidate(commandId))).toBe('404 cmd::notfound');
    },
  );

  it('rejects an expired command, an unknown one and a token without the node', async () => {
    const commandId = await bench.send({ expiry: bench.sandbox.now + 1000 });
    const asked = bench.platform('command-invalidate', { commandId }, token(unknown));
    expect(await rejection(asked)).toBe('403 auth::accessdenied');
    bench.sandbox.now += 1000;
    expect(await rejection(invalidate(commandId))).toBe('404 cmd::notfound');
    expect(await rejection(invalidate(unknown))).toBe('404 cmd::notfound');
  });
});
