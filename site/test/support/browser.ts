import { onTestFinished, vi } from 'vitest';

/** Storage of a browser, in memory. */
export class MemoryStorage {
  readonly entries = new Map<string, string>();
  getItem = (key: string) => this.entries.get(key) ?? null;
  setItem = (key: string, value: string) => void this.entries.set(key, value);
  removeItem = (key: string) => void this.entries.delete(key);
}

/** A request that the fake sandbox received. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly key: string | undefined;
  /** File in the body, if any. */
  readonly file?: Blob;
}

type Reply = Response | Promise<Response>;

/** The sandbox's description of a project. */
export const describedProject = (fields: object = {}) => ({
  success: true,
  projectId: 'p1',
  platformUrl: 'http://behind.internal/sandbox/platform/v1',
  deviceUrl: 'http://behind.internal/sandbox/device/v1',
  expires: 1_800_000_000_000,
  nodes: [node('n1', { deviceId: 'd1', bound: true }), node('n2', { deviceId: '', bound: false })],
  newDeviceId: 'd9',
  variables: [{ variable: 'temperature', name: 'T', type: 'float' }],
  commandId: 'c1',
  assetId: 'a1',
  examples: { 'node id': 'n1', 'device id': 'd1', 'binding secret': 'secret-b1', 'token id': '' },
  broker: { host: 'behind.internal', tcp: 1883, tls: 8883, webSocket: 'ws://behind.internal/x' },
  ...fields,
});

function node(nodeId: string, fields: object) {
  return {
    nodeId,
    name: `name-${nodeId}`,
    connectionKey: `key-${nodeId}`,
    bindingSecret: `secret-${nodeId}`,
    ...fields,
  };
}

export const json = (body: object, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

/**
 * Stubs the browser APIs of a page whose server runs a sandbox, until the test ends. What modules keep of the page ends with it:
 * the files of a worker share them.
 * @param respond returns the sandbox's response to each request
 */
export function stubBrowser(respond: (asked: Asked) => Reply, isOnline = () => true) {
  const asked: Asked[] = [];
  const session = new MemoryStorage();
  const local = new MemoryStorage();
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  vi.stubGlobal('sessionStorage', session);
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), { location: { origin: 'http://localhost:3000' } }),
  );
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline();
    },
  });
  vi.stubGlobal('fetch', (url: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const given = new Headers(headers).get('authorization');
    const file = body instanceof Blob ? { file: body } : {};
    const request = { method, url, key: given?.replace('Bearer ', ''), ...file };
    asked.push(request);
    return Promise.resolve(respond(request));
  });
  return { asked, session, local };
}
