import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, describe, expect, onTestFinished, test as anywhere } from 'vitest';
import { parserOf } from '../samples/grammar/grammar.ts';
import { Broker, certificateFile } from '../samples/mqtt/broker.ts';
import { secrets } from '../samples/support/environment.ts';
import { temporaryFolder } from '../samples/support/folders.ts';
import { runProgram } from '../samples/support/run-program.ts';
import { ApiServer } from './support/api-server.ts';
import { Network } from './support/broken-broker.ts';
import { documented, expectRequest, type JsonObject } from './support/contract.ts';
import { DeviceSession } from './support/device-session.ts';
import { examples, isForMicroPython, placeOf, sourceOf } from './support/examples.ts';
import { environment } from './support/run-example.ts';
import { testWith } from './support/tools.ts';

const host = path.resolve(import.meta.dirname, 'stubs/micropython/host.py');
const test = testWith('python');
const broker = await Broker.start();
afterAll(() => broker.stop());

/** Runs a program in CPython with the modules of a board. @param root certificate on the board, in PEM format */
async function runOnHost(
  file: string,
  port: number,
  given: NodeJS.ProcessEnv = {},
  root = readFileSync(certificateFile, 'utf8'),
  scheme = 'https',
) {
  const [folder, remove] = await temporaryFolder();
  onTestFinished(remove);
  const { raw } = new X509Certificate(root);
  await writeFile(path.join(folder, 'root-ca.der'), raw);
  const args = [host, placeOf(file), 'localhost', String(port), scheme].slice(
    0,
    file.startsWith('submit-mqtt/') ? 4 : 5,
  );
  const key = { ANEDYA_CONNECTION_KEY: secrets.ANEDYA_CONNECTION_KEY };
  const env = environment({ ...key, ...given });
  return runProgram({ file: 'python3', args, cwd: folder, env });
}

async function startServer(
  respond: (body: JsonObject, url: string) => JsonObject | Buffer,
  hasTls = true,
) {
  const server = await ApiServer.start(
    ({ body, url }) => respond(JSON.parse(body.toString('utf8')) as JsonObject, url),
    hasTls,
  );
  onTestFinished(() => server.stop());
  return server;
}

const python = await parserOf('python');

anywhere.each(examples.filter(isForMicroPython))('%s is Python', (file) => {
  expect(python(sourceOf(file)).syntaxErrors).toEqual([]);
});

anywhere('greenhouse/greenhouse.py imports what its board has, and the names of config.py', () => {
  const imported = [...sourceOf('greenhouse/greenhouse.py').matchAll(/config\.([A-Z_]+)/g)];
  const settings = sourceOf('greenhouse/config.py');
  expect(new Set(imported.map(([, name]) => name)).size).toBe(5);
  for (const [, name = ''] of imported) expect(settings).toMatch(new RegExp(`^${name} = "`, 'm'));
});

describe('submit-http/pico.py', () => {
  test('submits a temperature over TLS', async () => {
    const server = await startServer((_, url) => documented(url));
    const outcome = await runOnHost('submit-http/pico.py', server.port);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain("'success': True");
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/submitData']);
    const [body] = server.requests.map((one) => expectRequest(one));
    expect(body?.data).toMatchObject([{ variable: 'temperature', value: 24.5 }]);
  });

  test('submits to a sandbox without TLS', async () => {
    const server = await startServer((_, url) => documented(url), false);
    const outcome = await runOnHost('submit-http/pico.py', server.port, {}, undefined, 'http');
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain("'success': True");
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/submitData']);
  });

  test('goes on after an error, and after a page that is not JSON', async () => {
    const responses = [Buffer.from('<h1>Bad gateway</h1>'), { success: false, error: 'no' }];
    const server = await startServer((_, url) => responses.shift() ?? documented(url));
    const given = { HOST_SLEEPS: '2' };
    const outcome = await runOnHost('submit-http/pico.py', server.port, given);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^not stored: .+\nnot stored: .*'no'.*\nstored: .*True.*\n$/);
  });

  test('sends nothing to a server it does not trust', async () => {
    const server = await startServer((_, url) => documented(url));
    const outcome = await runOnHost('submit-http/pico.py', server.port, {}, rootCertificates[0]);
    expect(outcome.stdout).toMatch(/not stored:.*CERTIFICATE_VERIFY_FAILED/);
    expect(server.requests).toEqual([]);
  });
});

describe('submit-mqtt/pico.py', () => {
  test('submits a temperature and prints the response', async () => {
    const device = new DeviceSession(broker);
    const over = device.serve(() => true);
    const run = runOnHost('submit-mqtt/pico.py', broker.port, device.environment);
    const [outcome] = await Promise.all([run, over]);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain('"success":true');
    expect(device.said.map(({ suffix }) => suffix)).toEqual(['submitdata/json']);
    device.expectConnection('response', 'errors');
  });

  test('connects again after the network was down', async () => {
    const device = new DeviceSession(broker);
    const network = await Network.start(broker.port);
    onTestFinished(() => network.interrupt());
    network.dropNext();
    const over = device.serve(() => true);
    const given = { ...device.environment, HOST_SLEEPS: '1' };
    const run = runOnHost('submit-mqtt/pico.py', network.port, given);
    const [outcome] = await Promise.all([run, over]);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^not stored: .*\n.*"success":true.*\nstored\n$/);
  });

  test('connects again when a response is lost', async () => {
    const device = new DeviceSession(broker);
    let requests = 0;
    broker.onRequest(device.deviceId, ({ topic, payload }) => {
      requests += 1;
      const { reqId } = JSON.parse(payload) as JsonObject;
      const accepted = JSON.stringify({ reqId: reqId ?? null, success: true });
      const response = { topic: topic.replace('submitdata/json', 'response'), payload: accepted };
      return requests === 1 ? [] : [response];
    });
    const given = { ...device.environment, HOST_SLEEPS: '1', HOST_TIMEOUT_SEC: '3' };
    const outcome = await runOnHost('submit-mqtt/pico.py', broker.port, given);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^not stored: no response\n.*\nstored\n$/);
    expect(broker.sessionsOf(device.deviceId)).toHaveLength(2);
  });

  test('prints the code of a rejected connection, and goes on', async () => {
    const device = new DeviceSession(broker);
    const given = { ...device.environment, ANEDYA_CONNECTION_KEY: 'wrong', HOST_SLEEPS: '1' };
    const outcome = await runOnHost('submit-mqtt/pico.py', broker.port, given);
    expect(outcome).toMatchObject({ code: 0, stdout: 'not stored: 5\nnot stored: 5\n' });
  });
});

describe('time-sync/pico.py', () => {
  test('computes the time across a wrap of the tick counter', async () => {
    const serverTime = 1767225600100;
    const server = await startServer((body) => ({
      ...body,
      serverReceiveTime: serverTime,
      serverSendTime: serverTime,
    }));
    const outcome = await runOnHost('time-sync/pico.py', server.port);
    // The ticks of host.py: 200 ms for the exchange, half of which counts, and 50 ms until the output.
    expect(outcome).toMatchObject({ code: 0, stdout: 'time in ms: 1767225600250\n' });
    expect(server.requests.map((one) => expectRequest(one))).toEqual([
      { deviceSendTime: 2 ** 30 - 100 },
    ]);
  });
});
