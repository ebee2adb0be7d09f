import { expect, test } from 'vitest';
import { mqttLimits } from '../../src/core/limits.ts';
import { localSharedState } from '../../src/core/shared-state.ts';
import { Admission } from '../../src/mqtt/admission.ts';
import { reasons } from '../../src/mqtt/reason.ts';

const device = (id: number) => ({ projectId: 'p', nodeId: `n${id}`, deviceId: `${id}` });

function start() {
  const limits = {
    ...mqttLimits,
    connections: 4,
    connectionsPerClient: 3,
    connectionsPerProject: 5,
  };
  const admission = new Admission(limits, localSharedState({ now: () => 0 }));
  /** Evicted connections. */
  const lost: string[] = [];
  const admit = (id: number, client: string, connection = `${id}`) =>
    admission.admit(device(id), client, () => void lost.push(connection));
  return { admission, lost, admit };
}

test('when all connections are in use, the client with the most devices loses one to another client', () => {
  const { admission, lost, admit } = start();
  const release = admit(1, 'a');
  admit(2, 'a');
  const releaseOther = admit(3, 'b');
  admit(4, 'b');
  admit(5, 'c');
  expect([lost, admission.connections]).toEqual([['1'], 4]);
  release();
  expect(admission.connections).toBe(4);
  expect(() => admit(6, 'b')).toThrow(expect.objectContaining({ reason: reasons.serverBusy }));
  releaseOther();
  admit(7, 'd');
  expect([lost, admission.connections]).toEqual([['1'], 4]);
});

test('a device that has connected again loses its latest connection', () => {
  const { admission, lost, admit } = start();
  const release = admit(1, 'a', 'first');
  admit(1, 'a', 'second');
  release();
  admit(2, 'a');
  admit(3, 'b');
  admit(4, 'b');
  admit(5, 'c');
  expect([lost, admission.connections]).toEqual([['second'], 4]);
});

test('a device that connects again while its lost connection ends needs another slot', () => {
  const { admission, lost, admit } = start();
  const release = admit(1, 'a', 'first');
  admit(2, 'a');
  admit(3, 'b');
  const releaseOther = admit(4, 'b');
  admit(5, 'c');
  expect(lost).toEqual(['first']);
  expect(() => admit(1, 'd')).not.toThrow();
  expect([lost, admission.connections]).toEqual([['first', '3'], 4]);
  release();
  releaseOther();
  expect(admission.connections).toBe(3);
});
