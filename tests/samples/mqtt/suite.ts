import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MqttClient } from '../../../packages/code-samples/src/index.ts';
import { operationOf } from '../support/operations.ts';
import { cleanEnvironment, secrets } from '../support/environment.ts';
import { expectResponse, expectNoSecret } from '../support/expectation.ts';
import { runProgram, type Outcome } from '../support/run-program.ts';
import { mqttBodyForms } from '../toolchains/promises.ts';
import type { Start, Toolchain } from '../toolchains/toolchain.ts';
import { certificateFile, type Broker } from './broker.ts';
import {
  responseTo,
  hostileMqttCases,
  mqttOperations,
  mqttCase,
  respond,
  respondAfterOther,
  type MqttCase,
} from './cases.ts';
import { expectSession } from './expectation.ts';

const values = [secrets.ANEDYA_CONNECTION_KEY, 'a wrong key'];
const patience = 300_000;

/** Folder of the programs and address of their broker. */
export interface MqttDeps {
  readonly folder: string;
  readonly broker: Broker;
  /** A port on which nothing listens. */
  readonly closed: number;
  /** A certificate that did not sign that of the broker. */
  readonly foreignCa: string;
}

/** Registers the tests that run every sample of one client. */
export function describeExchanges(
  client: MqttClient,
  toolchain: Toolchain,
  { folder, broker, closed, foreignCa }: MqttDeps,
): void {
  // mosquitto_rr subscribes to one topic and uses the first message on it as the response.
  const isSelective = client.id !== 'mosquitto';
  const why = isSelective ? '' : ': not promised by mosquitto_rr';
  const form = mqttBodyForms[client.id];
  const endpoint = { port: broker.port, caFile: certificateFile };
  const entry = operationOf('device', 'submitdata');
  const make = (purpose: string, changes = {}) =>
    mqttCase(client, { ...endpoint, ...changes }, entry, purpose);
  const plain = mqttOperations.map((each) => mqttCase(client, endpoint, each));
  const hostile = hostileMqttCases(client, endpoint);
  const failures = {
    rejected: make('rejected'),
    unsuccessful: make('unsuccessful'),
    error: make('error'),
    others: make('others'),
    unreachable: make('unreachable', { port: closed }),
    untrusted: make('untrusted', { caFile: foreignCa }),
    keyless: make('keyless'),
    nameless: make('nameless'),
  };
  const all: MqttCase[] = [...plain, ...hostile, ...Object.values(failures)];
  let start: (id: string) => Start;

  const run = async (one: MqttCase, changes: NodeJS.ProcessEnv = {}): Promise<Outcome> => {
    const given = { ...secrets, ANEDYA_DEVICE_ID: one.deviceId, ...changes };
    const outcome = await runProgram({
      ...start(one.id),
      env: { ...cleanEnvironment(), ...given },
    });
    expectNoSecret(outcome, values);
    expect(outcome.problem).toBeUndefined();
    return outcome;
  };

  describe(`MQTT with ${client.id}`, { concurrent: true, timeout: patience }, () => {
    beforeAll(async () => {
      const own = path.join(folder, `mqtt-${client.id}`);
      await mkdir(own, { recursive: true });
      start = await toolchain.build(all, own);
    });

    for (const one of [...plain, ...hostile]) {
      test(`${one.name} sends what its document says and prints the response`, async () => {
        broker.onRequest(one.deviceId, respond(one));
        const outcome = await run(one);
        const sessions = broker.sessionsOf(one.deviceId);
        expectSession(sessions, one, form, isSelective);
        const request = sessions[0]?.published[0];
        expectResponse(outcome, request ? responseTo(request, one) : null);
      });
    }

    test('exits with 1 when the broker rejects the password', async () => {
      const outcome = await run(failures.rejected, { ANEDYA_CONNECTION_KEY: 'a wrong key' });
      expect(outcome.code).toBe(1);
      expect(outcome.stderr).not.toBe('');
      expect(broker.sessionsOf(failures.rejected.deviceId)).toMatchObject([{ published: [] }]);
    });

    test('exits with 1 and prints the response when it says "success": false', async () => {
      const one = failures.unsuccessful;
      const changes = { success: false, error: 'rejected by the test', errorcode: 4040 };
      broker.onRequest(one.deviceId, respond(one, changes));
      const outcome = await run(one);
      expect(outcome.code).toBe(1);
      expect(outcome.stdout).toContain(changes.error);
    });

    test.skipIf(!isSelective)(`exits with 1 on a response on the errors topic${why}`, async () => {
      const one = failures.error;
      const changes = { success: false, error: 'rejected by the test', errorcode: 4040 };
      broker.onRequest(one.deviceId, respond(one, changes, 1));
      const outcome = await run(one);
      expect(outcome.code).toBe(1);
      expect(outcome.stdout).toContain(changes.error);
    });

    test.skipIf(!isSelective)(`waits for the response to its own request${why}`, async () => {
      const one = failures.others;
      broker.onRequest(one.deviceId, respondAfterOther(one));
      const outcome = await run(one);
      const request = broker.sessionsOf(one.deviceId)[0]?.published[0];
      expectResponse(outcome, request ? responseTo(request, one) : null);
    });

    test('exits with 1 when nothing listens', async () => {
      const outcome = await run(failures.unreachable);
      expect(outcome).toMatchObject({ code: 1 });
      expect(outcome.stderr).not.toBe('');
    });

    test('exits with 1 when the certificate is not to be trusted', async () => {
      const outcome = await run(failures.untrusted);
      expect(outcome).toMatchObject({ code: 1 });
      expect(outcome.stderr).not.toBe('');
      expect(broker.sessionsOf(failures.untrusted.deviceId)).toEqual([]);
    });

    test.each(['ANEDYA_CONNECTION_KEY', 'ANEDYA_DEVICE_ID'])(
      'names %s when it is missing, and does not connect',
      async (variable) => {
        const one = variable === 'ANEDYA_DEVICE_ID' ? failures.nameless : failures.keyless;
        const outcome = await run(one, { [variable]: undefined });
        expect(outcome.code).not.toBe(0);
        expect(outcome.stderr).toContain(variable);
        expect(broker.sessionsOf(one.deviceId)).toEqual([]);
      },
    );
  });
}
