import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FromWorker } from '../../src/browser/messages.ts';
import { PageStreams } from '../../src/browser/page-streams.ts';
import { bearer } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const address = 'https://sandbox.worker.invalid/sandbox/platform/v1/streams/connect';

describe('streams to pages', () => {
  const harness = useHttpSandbox();
  let streams: PageStreams;
  const stops: (() => void)[] = [];

  beforeAll(() => {
    const { sandbox } = harness.http;
    streams = new PageStreams(sandbox.streamAccess);
    stops.push(
      sandbox.listen((announcement) => {
        streams.announce(announcement);
      }),
    );
  });
  afterAll(() => {
    for (const stop of stops) stop();
  });

  /** Creates a project with a stream and its access token. */
  async function prepare(expiry = 3600) {
    const { http } = harness;
    const project = await http.createProject();
    const [{ nodeId, connectionKey }] = project.nodes;
    const created = await http.platform('/streams/create', project.apiKey, {
      sources: { nodes: [nodeId] },
      events: [],
      variables: ['temperature'],
      expiry,
    });
    const streamId = created.body.streamId as string;
    const policy = { resources: { streams: [streamId] }, allow: ['streams::connect'] };
    const access = await http.platform('/access/tokens/create', project.apiKey, {
      ttlSec: 3600,
      policy,
    });
    const token = access.body as unknown as { tokenId: string; token: string };
    const signed = http.signed(token, '');
    const query = new URLSearchParams({ ...signed, 'x-anedya-streamid': streamId });
    const submit = (value: number) =>
      http.device('/submitData', connectionKey, {
        data: [{ variable: 'temperature', value, timestamp: 0 }],
      });
    return { project, url: `${address}?${query.toString()}`, submit };
  }

  /** Connects, and collects what the page gets. */
  async function connect(url: string) {
    const received: FromWorker[] = [];
    const controller = new AbortController();
    await streams.connect(7, url, (message) => received.push(message), controller.signal);
    const kinds = () => received.map(({ kind }) => kind);
    return { received, kinds, controller };
  }

  it('get the frames of their stream until they disconnect', async () => {
    const { url, submit } = await prepare();
    const { received, kinds, controller } = await connect(url);
    expect(received).toEqual([{ kind: 'connected', id: 7 }]);
    await submit(21.5);
    await expect.poll(kinds).toEqual(['connected', 'frame']);
    const [, frame] = received;
    const bytes = frame?.kind === 'frame' ? [...new Uint8Array(frame.frame).subarray(0, 3)] : [];
    expect(bytes).toEqual([0, 1, 1]);
    const other = await connect(url);
    controller.abort();
    await submit(22);
    await expect.poll(other.kinds).toEqual(['connected', 'frame']);
    expect(kinds()).toEqual(['connected', 'frame']);
  });

  it('are disconnected when the stream has expired or the project is deleted', async () => {
    const { http } = harness;
    const deleted = await prepare();
    const page = await connect(deleted.url);
    await http.send('/projects', {
      method: 'DELETE',
      headers: bearer(deleted.project.apiKey),
    });
    await expect.poll(page.kinds).toEqual(['connected', 'disconnected']);
    const expired = await prepare(60);
    const late = await connect(expired.url);
    http.now += 61_000;
    await streams.check();
    expect(late.kinds()).toEqual(['connected', 'disconnected']);
  });

  it('are checked even if the store is unavailable for one of them', async () => {
    const { sandbox } = harness.http;
    let checks = 0;
    const isOpen = () => {
      checks += 1;
      return checks === 1 ? Promise.reject(new Error('unavailable')) : Promise.resolve(false);
    };
    const unavailable = new PageStreams({ ...sandbox.streamAccess, isOpen });
    const { url } = await prepare();
    const received: FromWorker[] = [];
    for (const id of [1, 2]) {
      const send = (message: FromWorker) => received.push(message);
      await unavailable.connect(id, url, send, new AbortController().signal);
    }
    await unavailable.check();
    expect(received.slice(2)).toMatchObject([{ kind: 'disconnected', id: 2 }]);
  });

  it('are told why they cannot connect', async () => {
    const { received } = await connect(`${address}?x-anedya-streamid=x`);
    expect(received).toEqual([
      { kind: 'disconnected', id: 7, reason: expect.stringContaining('access token') as string },
    ]);
  });
});
