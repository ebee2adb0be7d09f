import { expect, it } from 'vitest';
import { Announcements } from '../../src/sandbox.ts';
import { linkedStates } from '../support/linked-states.ts';

const push = { nodeId: 'n', deviceId: 'd', topic: 'commands', body: {} };

it('reach the listeners of each server once', () => {
  const servers = linkedStates(3, { now: () => 0 }).map((state) => new Announcements(state));
  const heard: string[] = [];
  servers.forEach((server, index) => {
    server.onPush((projectId, { topic }) => heard.push(`${index} ${projectId} ${topic}`));
    server.onPublish(({ streamId }) => heard.push(`${index} ${streamId}`));
    server.onEnd((projectId, nodeId = 'all', except = 'none') =>
      heard.push(`${index} ${projectId} ${nodeId} ${except}`),
    );
  });
  servers[1]?.push('p', push);
  servers[2]?.publish({ projectId: 'p', streamId: 'a stream', changes: [] });
  servers[0]?.end('p', 'n');
  servers[1]?.end('p', 'n', 'd');
  servers[2]?.end('q');
  expect(heard.sort()).toEqual(
    ['p commands', 'a stream', 'p n none', 'p n d', 'q all none']
      .flatMap((what) => [0, 1, 2].map((index) => `${index} ${what}`))
      .sort(),
  );
});

it('end with their listener, and with their server', () => {
  const [one, two] = linkedStates(2, { now: () => 0 }).map((state) => new Announcements(state));
  const heard: string[] = [];
  const stop = two?.onPush((projectId) => heard.push(projectId));
  one?.push('first', push);
  stop?.();
  one?.push('second', push);
  two?.onPush((projectId) => heard.push(projectId));
  two?.close();
  one?.push('third', push);
  expect(heard).toEqual(['first']);
});
