import { afterAll, describe, expect, onTestFinished } from 'vitest';
import { Broker } from '../samples/mqtt/broker.ts';
import { secrets } from '../samples/support/environment.ts';
import { ApiServer, type Writer } from './support/api-server.ts';
import { Network, packet, startClosingBroker } from './support/broken-broker.ts';
import { documented, expectRequest, pushed, type JsonObject } from './support/contract.ts';
import { DeviceSession, type Said } from './support/device-session.ts';
import { commandOf } from './support/run-example.ts';
import { runUntil, startExample } from './support/start-example.ts';
import { testWith, toolOf } from './support/tools.ts';

const broker = await Broker.start();
afterAll(() => broker.stop());

const command = pushed('commands');
const nothingQueued: JsonObject = { available: false };
const isConcluded = (body: JsonObject) => body.status === 'success' || body.status === 'failure';
const isReport = ({ suffix }: Said) => suffix === 'commands/updateStatus/json';

/** Reports of a device, without their request ids. */
const reports = (said: readonly JsonObject[]) => said.map(({ reqId: _, ...report }) => report);

/** The reports for a successful command. */
const flow = (commandId: unknown, ackdata = 'led is on') => [
  { commandId, status: 'received' },
  { commandId, status: 'processing' },
  { commandId, status: 'success', ackdata, ackdatatype: 'string' },
];

describe.each(['commands/commands.py', 'commands/commands.mjs'])('%s', (file) => {
  const test = testWith(toolOf(file));

  /** Runs the program until it has concluded a number of commands; the queue is empty, and these are pushed. */
  async function push(bodies: readonly JsonObject[], conclusions = bodies.length) {
    const device = new DeviceSession(broker);
    const waiting = [...bodies];
    let concluded = 0;
    const over = device.serve(
      ({ body }) => isConcluded(body) && ++concluded === conclusions,
      (said) => {
        const body = isReport(said) && !isConcluded(said.body) ? undefined : waiting.shift();
        const response = isReport(said) ? {} : nothingQueued;
        return body ? { response, push: { suffix: 'commands', body } } : { response };
      },
    );
    const said = await runUntil(commandOf(file, device.environment), over);
    device.expectConnection('response', 'errors', 'commands');
    return reports(said.filter(isReport).map(({ body }) => body));
  }

  test('reports received, processing and success, in this order', async () => {
    expect(await push([command])).toEqual(flow(command.commandId));
  });

  test('prints that it is connected and what the platform has accepted', async () => {
    const device = new DeviceSession(broker);
    const waiting = [command];
    // Nothing to wait for: its output shows when it ends.
    void device.serve(
      () => false,
      (said) => {
        const body = isReport(said) ? undefined : waiting.shift();
        return isReport(said)
          ? {}
          : { response: nothingQueued, ...(body && { push: { suffix: 'commands', body } }) };
      },
    );
    const running = startExample(commandOf(file, device.environment));
    onTestFinished(() => running.stop());
    await expect.poll(running.output, { timeout: 20_000 }).toBe(`connected, waiting for commands
command set-led: on
reported received
reported processing
reported success
`);
  });

  test('reports failure for a command it does not know', async () => {
    const [, , last] = await push([{ ...command, command: 'set-moon' }]);
    expect(last).toMatchObject({ status: 'failure', ackdata: 'unknown command set-moon' });
  });

  test('decodes binary data', async () => {
    const binary = { ...command, data: Buffer.from('off').toString('base64'), datatype: 'binary' };
    expect(await push([binary])).toEqual(flow(command.commandId, 'led is off'));
  });

  test('runs a command once when it arrives twice', async () => {
    const second = { ...command, commandId: '019f0000-0000-7000-8000-0000000c0002' };
    const device = new DeviceSession(broker);
    const over = device.serve(
      ({ body }) => isConcluded(body) && body.commandId === second.commandId,
      (said) => {
        // Pushed first, then also found in the queue, before the second one.
        if (!isReport(said))
          return { response: nothingQueued, push: { suffix: 'commands', body: command } };
        const { status, commandId } = said.body;
        if (commandId !== command.commandId) return {};
        if (status === 'processing') return { push: { suffix: 'commands', body: command } };
        return status === 'success' ? { push: { suffix: 'commands', body: second } } : {};
      },
    );
    const said = await runUntil(commandOf(file, device.environment), over);
    expect(reports(said.filter(isReport).map(({ body }) => body))).toEqual([
      ...flow(command.commandId),
      // Its result is reported again: the first report may have been lost.
      ...flow(command.commandId).slice(-1),
      ...flow(second.commandId),
    ]);
  });

  test('processes the queue after it has connected', async () => {
    const ids = ['019f0000-0000-7000-8000-0000000c0003', '019f0000-0000-7000-8000-0000000c0004'];
    const queue = [...ids];
    const device = new DeviceSession(broker);
    const over = device.serve(
      ({ body }) => isConcluded(body) && body.commandId === ids.at(-1),
      (said) => {
        if (isReport(said)) return {};
        const commandId = queue.shift();
        if (commandId === undefined) throw new Error('asked again behind the last command');
        return { response: { commandId, nextavailable: queue.length > 0 } };
      },
    );
    const said = await runUntil(commandOf(file, device.environment), over);
    expect(reports(said.filter(isReport).map(({ body }) => body))).toEqual(
      ids.flatMap((id) => flow(id)),
    );
  });
});

describe('commands/commands.mjs', () => {
  const file = 'commands/commands.mjs';
  const test = testWith(toolOf(file));
  /** Shortens the pause before it connects again, not the time between two keep-alive messages. */
  const shortPause = `
    const { setInterval } = globalThis;
    globalThis.setInterval = (callback, milliseconds) =>
      setInterval(callback, milliseconds >= 1000 && milliseconds < 20_000 ? 20 : milliseconds);`;

  function start(port: number, values: NodeJS.ProcessEnv = {}) {
    const { environment } = new DeviceSession(broker);
    const given = { ...environment, ANEDYA_MQTT_PORT: String(port), ...values };
    const command = commandOf(file, given);
    const imported = `data:text/javascript,${encodeURIComponent(shortPause)}`;
    const running = startExample({ ...command, args: ['--import', imported, ...command.args] });
    onTestFinished(running.stop);
    const prints = (text: RegExp) =>
      Promise.race([running.ended, expect.poll(running.output, { timeout: 20_000 }).toMatch(text)]);
    return { prints };
  }

  test('connects again after the network was down', async () => {
    const network = await Network.start(broker.port);
    onTestFinished(() => network.interrupt());
    const { prints } = start(network.port);
    await prints(/^connected/);
    network.interrupt();
    await prints(/ECONNREFUSED/);
    await network.restore();
    await prints(/ECONNREFUSED[^]*^connected/m);
  });

  test('connects again when the connection closes before it has subscribed', async () => {
    const closing = await startClosingBroker(packet.subscribe);
    onTestFinished(closing.stop);
    const { prints } = start(closing.port);
    await prints(/^not subscribed: .+\nconnected/);
    expect(closing.connections()).toBeGreaterThan(1);
  });

  test('says that the key is wrong, and tries again', async () => {
    const { prints } = start(broker.port, { ANEDYA_CONNECTION_KEY: 'wrong' });
    await prints(/Not authorized[^]*Not authorized/);
  });
});

describe('commands/poll.py', () => {
  const test = testWith(toolOf('commands/poll.py'));

  test('fetches a command and reports received, processing and success', async () => {
    let conclude: () => void;
    const concluded = new Promise<void>((resolve) => (conclude = resolve));
    const server = await ApiServer.start(({ url, body }) => {
      if (isConcluded(JSON.parse(body.toString('utf8')) as JsonObject)) conclude();
      return documented(url);
    });
    onTestFinished(() => server.stop());
    const key = { ANEDYA_CONNECTION_KEY: secrets.ANEDYA_CONNECTION_KEY };
    const given = { ...key, ANEDYA_DEVICE_URL: `${server.origin}/v1` };
    await runUntil(commandOf('commands/poll.py', given), concluded);
    const bodies = server.requests.map((one) => expectRequest(one));
    expect(server.requests[0]?.url).toBe('/v1/commands/next');
    const { commandId } = documented('/commands/next');
    expect(bodies).toEqual([{}, ...flow(commandId)]);
  });

  test('prints what it does', async () => {
    const server = await ApiServer.start(({ url }) => documented(url));
    onTestFinished(() => server.stop());
    const key = { ANEDYA_CONNECTION_KEY: secrets.ANEDYA_CONNECTION_KEY };
    const given = { ...key, ANEDYA_DEVICE_URL: `${server.origin}/v1` };
    const running = startExample(commandOf('commands/poll.py', given));
    onTestFinished(() => running.stop());
    await expect.poll(running.output, { timeout: 20_000 }).toBe(`asking every 30 s
command set-led: on
reported received
reported processing
reported success
`);
  });

  // As in the sandbox: a command that has been received is not returned again.
  test.each([
    ['received', 200],
    ['processing', 200],
    ['success', 200],
    ['success', 503],
    ['success', 401],
    // The report has arrived, but its response is lost.
    ['success', 409],
  ])('repeats a lost report until the platform has responded: %s, %i', async (lost, repeated) => {
    const responses = new Map([[lost, [drop, repeated]]]);
    let isQueued = true;
    let polls = 0;
    let poll: () => void;
    const polledTwice = new Promise<void>((resolve) => (poll = resolve));
    const server = await ApiServer.start(({ url, body }) => {
      if (url === '/v1/commands/next') {
        polls += 1;
        if (polls === 2) poll();
        return { ...documented(url), available: isQueued };
      }
      isQueued = false;
      const { status } = JSON.parse(body.toString('utf8')) as { status: string };
      const response = responses.get(status)?.shift() ?? 200;
      return response === 200 ? documented(url) : response;
    });
    onTestFinished(() => server.stop());
    const key = { ANEDYA_CONNECTION_KEY: secrets.ANEDYA_CONNECTION_KEY };
    const given = { ...key, ANEDYA_DEVICE_URL: `${server.origin}/v1` };
    await runUntil(impatient('commands/poll.py', given), polledTwice);
    const { commandId } = documented('/commands/next');
    const attempts = repeated === 503 || repeated === 401 ? 3 : 2;
    const reported = flow(commandId).flatMap((report) =>
      Array.from({ length: report.status === lost ? attempts : 1 }, () => report),
    );
    const bodies = server.requests.map((one) => expectRequest(one));
    expect(bodies.slice(0, reported.length + 2)).toEqual([{}, ...reported, {}]);
  });

  test('prints why the platform rejects its key', async () => {
    const rejection = JSON.stringify({ success: false, error: 'unknown key', errorcode: 1 });
    const server = await ApiServer.start(
      () => (response) => response.writeHead(401).end(rejection),
    );
    onTestFinished(() => server.stop());
    const given = { ANEDYA_CONNECTION_KEY: 'wrong', ANEDYA_DEVICE_URL: `${server.origin}/v1` };
    const running = startExample(commandOf('commands/poll.py', given));
    onTestFinished(() => running.stop());
    await expect
      .poll(running.output, { timeout: 20_000 })
      .toBe(`asking every 30 s\nHTTP 401: ${rejection}\n`);
  });
});

/** Closes the connection without a response. */
const drop: Writer = (response) => response.destroy();

/** A Python program whose pauses take no time. */
function impatient(file: string, given: NodeJS.ProcessEnv) {
  const command = commandOf(file, given);
  const start = 'import runpy,sys,time; time.sleep=lambda s: None; runpy.run_path(sys.argv[1])';
  return { ...command, args: ['-c', start, ...command.args] };
}
