import { expect, test } from 'vitest';
import { mqttLimits } from '../../src/core/limits.ts';
import { localSharedState } from '../../src/core/shared-state.ts';
import { Admission } from '../../src/mqtt/admission.ts';
import { reasons } from '../../src/mqtt/reason.ts';

const device = (id: number) => ({ projectId: `p${id}`, nodeId: 'n', deviceId: `${id}` });

test('when all connections are in use, the client with the most devices loses one to another client', () => {
  const limits = { ...mqttLimits, connections: 4, connectionsPerClient: 3 };
  const admission = new Admission(limits, localSharedState({ now: () => 0 }));
  const lost: number[] = [];
  const admit = (id: number, client: string) =>
    admission.admit(device(id), client, () => void lost.push(id));
  admit(1, 'a');
  admit(2, 'a');
  admit(3, 'b');
  admit(4, 'b');
  admit(5, 'c');
  expect([lost, admission.connections]).toEqual([[1], 4]);
  admission.release(device(1));
  expect(admission.connections).toBe(4);
  expect(() => admit(6, 'b')).toThrow(expect.objectContaining({ reason: reasons.serverBusy }));
  admission.release(device(3));
  admit(7, 'd');
  expect([lost, admission.connections]).toEqual([[1], 4]);
});
