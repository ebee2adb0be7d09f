import { expect, it } from 'vitest';
import { type Announcement, Announcements } from '../../src/core/announcements.ts';
import { linkedStates } from '../support/linked-states.ts';

const push = (projectId: string): Announcement => ({
  kind: 'push',
  projectId,
  push: { nodeId: 'n', deviceId: 'd', topic: 'commands', body: {} },
});

it('reach the listeners of each server once', () => {
  const servers = linkedStates(3, { now: () => 0 }).map((state) => new Announcements(state));
  const heard: [number, Announcement][] = [];
  servers.forEach((server, index) => {
    server.listen((announcement) => heard.push([index, announcement]));
  });
  const announced: Announcement[] = [
    push('p'),
    { kind: 'publish', published: { projectId: 'p', streamId: 'a stream', changes: [] } },
    { kind: 'end', projectId: 'p', nodeId: 'n', exceptDeviceId: 'd' },
    { kind: 'end', projectId: 'q' },
  ];
  announced.forEach((announcement, index) => servers[index % 3]?.emit(announcement));
  for (const index of [0, 1, 2]) {
    expect(heard.filter(([server]) => server === index).map(([, what]) => what)).toEqual(announced);
  }
});

it('do not include messages between brokers', () => {
  const [one, two] = linkedStates(2, { now: () => 0 });
  const heard: Announcement[] = [];
  if (two) new Announcements(two).listen((announcement) => heard.push(announcement));
  one?.tell({ kind: 'connected', projectId: 'p', nodeId: 'n', number: 1 });
  one?.tell(push('p'));
  expect(heard).toEqual([push('p')]);
});

it('end with their listener, and with their server', () => {
  const [one, two] = linkedStates(2, { now: () => 0 }).map((state) => new Announcements(state));
  const heard: string[] = [];
  const hear = ({ kind }: Announcement) => heard.push(kind);
  const stop = two?.listen(hear);
  one?.emit(push('first'));
  stop?.();
  one?.emit(push('second'));
  two?.listen(hear);
  two?.close();
  one?.emit(push('third'));
  expect(heard).toEqual(['push']);
});
