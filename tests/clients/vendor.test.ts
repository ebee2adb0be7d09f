import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GuideSandbox, post, startGuideSandbox } from '../guides/support/guide-sandbox.ts';
import {
  missingReason,
  openTunnel,
  printTable,
  program,
  pythonEnv,
  type Row,
  runProgram,
} from './support.ts';

interface Line {
  readonly method: string;
  readonly result: string;
}

let sandbox: GuideSandbox;
let folder: string;
const rows: Row[] = [];

beforeAll(async () => {
  sandbox = await startGuideSandbox();
  folder = await mkdtemp(path.join(tmpdir(), 'vendor-clients-'));
});
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
  if (rows.length > 0) printTable(rows);
});

const goModule = 'github.com/anedyaio/anedya-go-sdk';

/** Folder of a checkout of the Go SDK, for machines without access to the module. */
const goCheckout = process.env.ANEDYA_GO_SDK;

/** Writes a Go module with the program. @returns why its SDK is not available; undefined if it is */
async function prepareGo(directory: string): Promise<string | undefined> {
  await mkdir(directory, { recursive: true });
  await cp(program('go-sdk.go'), path.join(directory, 'main.go'));
  const replace = goCheckout === undefined ? '' : `replace ${goModule} => ${goCheckout}\n`;
  await writeFile(
    path.join(directory, 'go.mod'),
    `module clients\n\ngo 1.25\n\nrequire ${goModule} v0.0.2\n\n${replace}`,
  );
  const build = promisify(execFile)('go', ['build', '-mod=mod', '-o', 'client', '.'], {
    cwd: directory,
  });
  return build.then(
    () => undefined,
    (error: unknown) => {
      const lines = (error as { readonly stderr: string }).stderr.trim().split('\n');
      return lines.find((line) => !line.startsWith('go: downloading')) ?? 'go build failed';
    },
  );
}

/** Methods of version 0.0.2 whose names of fields differ from the platform's (specs/facts/platform-api.md, node/details). */
const goDefects: Readonly<Record<string, string>> = {
  GetNodeDetails: 'reads "nodeName" where the response has "node_name"',
  'Node.GetDetails': 'reads "nodeName" where the response has "node_name"',
};

/** Checks that each method works, or fails by a known defect, and adds all to the table. */
function check(
  client: string,
  lines: readonly Line[],
  known: Readonly<Record<string, string>>,
  count: number,
): void {
  const described = (method: string) => `defect of the client: ${known[method] ?? ''}`;
  const results = lines.map(({ method, result }) => ({
    method,
    result: result !== 'ok' && method in known ? described(method) : result,
  }));
  rows.push(...results.map((line) => ({ client, ...line })));
  expect(results).toEqual(
    lines.map(({ method }) => ({ method, result: method in known ? described(method) : 'ok' })),
  );
  expect(lines).toHaveLength(count);
}

describe('The Go SDK', () => {
  test('works with every public method', { timeout: 300_000 }, async ({ skip }) => {
    const reason = missingReason('go', ['version']) ?? (await prepareGo(path.join(folder, 'go')));
    if (reason !== undefined) {
      console.log(`clients: skipped the Go SDK: ${reason}`);
      skip();
    }
    const { apiKey, nodes } = await sandbox.createProject();
    const lines = await runProgram<Line>(path.join(folder, 'go/client'), [], {
      env: {
        BASE_URL: `http://127.0.0.1:${sandbox.ports.platform}`,
        API_KEY: apiKey,
        NODE_ID: nodes[0].nodeId,
        DEVICE_ID: randomUUID(),
      },
    });
    check('Go SDK 0.0.2', lines, goDefects, 29);
  });
});

/** Methods that do not work with the platform either (specs/facts/device-api.md, 6). */
const defects: Readonly<Record<string, string>> = {
  'HTTP submit_logs': 'its URL has no scheme',
  'HTTP get_time': 'parses the response twice',
  'HTTP next_command': 'its URL has no scheme',
  'HTTP bind_device': 'its URL has no scheme',
  'MQTT submit_logs': 'passes an argument that its function does not have',
  'MQTT next_command': 'sends to the topic of another request',
  'MQTT get_time': 'sends to a topic that does not exist',
};

const noDevSdk = missingReason('python3', ['-c', 'import anedya.anedya']);
if (noDevSdk !== undefined) console.log(`clients: skipped anedya-dev-sdk: ${noDevSdk}`);

describe.skipIf(noDevSdk !== undefined)('anedya-dev-sdk', () => {
  test('works but for its own defects', { timeout: 120_000 }, async () => {
    const project = await sandbox.createProject();
    const [bound, unbound] = project.nodes;
    const tunnel = await openTunnel(path.join(folder, 'tls'), sandbox.ports.device);
    const ca = path.join(folder, 'ca.pem');
    await writeFile(ca, `${tunnel.ca}\n${sandbox.ca}`);
    const send = async (operation: string, body: Parameters<typeof post>[1]) => {
      const headers = { Authorization: `Bearer ${project.apiKey}` };
      const sent = await post(`${project.platformUrl}/${operation}`, body, headers);
      expect(sent).toMatchObject({ success: true });
    };
    const settings = {
      ca,
      httpPort: tunnel.port,
      mqttPort: sandbox.ports.webSocket,
      deviceId: bound.deviceId,
      connectionKey: bound.connectionKey,
      unboundKey: unbound.connectionKey,
      bindingSecret: unbound.bindingSecret,
      patience: 5,
    };
    const lines = await runProgram<Line>(
      'python3',
      [program('dev-sdk.py'), JSON.stringify(settings)],
      { env: pythonEnv },
      async ({ method }) => {
        if (method !== 'MQTT ready') return;
        const nodeId = bound.nodeId;
        await send('commands/send', {
          nodeid: nodeId,
          command: 'set-led',
          data: 'on',
          type: 'string',
          expiry: Date.now() + 3_600_000,
        });
        await send('valuestore/setValue', {
          namespace: { scope: 'node', id: nodeId },
          key: 'push-interval',
          type: 'float',
          value: 60,
        });
      },
    ).finally(() => tunnel.close());
    check('anedya-dev-sdk', lines, defects, 17);
  });
});
