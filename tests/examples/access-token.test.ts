import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test as anywhere } from 'vitest';
import { secrets } from '../samples/support/environment.ts';
import { runProgram, type Outcome } from '../samples/support/run-program.ts';
import { excerpt } from '../../site/content/example-files/index.ts';
import { ApiServer, type ApiRequest } from './support/api-server.ts';
import { buildGo } from './support/build-go.ts';
import { documented, expectRequest } from './support/contract.ts';
import { placeOf, sourceOf } from './support/examples.ts';
import { environment, runExample, token } from './support/run-example.ts';
import { testWith, toolOf } from './support/tools.ts';

interface Vector {
  readonly body: string;
  readonly bodyHex: string;
  readonly timestamp: number;
  readonly version: string;
  readonly secret: string;
  readonly bodySha256Hex: string;
  readonly timestampHex: string;
  readonly versionHex: string;
  readonly secretHex: string;
  readonly joinedHex: string;
  readonly joinedBytes: number;
  readonly signature: string;
  readonly emptyBody: {
    readonly body: string;
    readonly bodySha256Hex: string;
    readonly joinedHex: string;
    readonly signature: string;
  };
}

const vector = JSON.parse(sourceOf('access-token/vector.json')) as Vector;
const patience = 60_000;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** Every step of the signature, computed from the documented rule. */
function steps(body: Buffer, timestamp: number, secret: string) {
  const time = Buffer.alloc(8);
  time.writeUInt32BE(Math.floor(timestamp / 2 ** 32), 0);
  time.writeUInt32BE(timestamp % 2 ** 32, 4);
  const joined = Buffer.concat([sha256(body), time, Buffer.from('v1'), Buffer.from(secret)]);
  return { time, joined, signature: sha256(joined).toString('hex') };
}

anywhere('the test vector holds at every step', () => {
  const { body, timestamp, secret, emptyBody } = vector;
  const full = steps(Buffer.from(body), timestamp, secret);
  expect(vector).toMatchObject({
    bodyHex: Buffer.from(body).toString('hex'),
    bodySha256Hex: sha256(Buffer.from(body)).toString('hex'),
    timestampHex: full.time.toString('hex'),
    version: 'v1',
    versionHex: Buffer.from('v1').toString('hex'),
    secretHex: Buffer.from(secret).toString('hex'),
    joinedHex: full.joined.toString('hex'),
    joinedBytes: full.joined.length,
    signature: full.signature,
  });
  const empty = steps(Buffer.alloc(0), timestamp, secret);
  expect(emptyBody).toEqual({
    body: '',
    bodySha256Hex: sha256(Buffer.alloc(0)).toString('hex'),
    joinedHex: empty.joined.toString('hex'),
    signature: empty.signature,
  });
});

/** Bodies with their signatures: those of the test vector, and one with non-ASCII letters. */
const cases = [
  [vector.body, vector.secret, vector.signature],
  ['', vector.secret, vector.emptyBody.signature],
  [
    '{"ü":"😀"}',
    'Ünïcode',
    steps(Buffer.from('{"ü":"😀"}'), vector.timestamp, 'Ünïcode').signature,
  ],
] as const;

const signatures = cases.map(([, , signature]) => signature);

async function evaluate(interpreter: string, args: readonly string[]): Promise<string[]> {
  const outcome = await runProgram({ file: interpreter, args, cwd: '/', env: environment({}) });
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  return outcome.stdout.trim().split('\n');
}

const nodeCases = JSON.stringify(cases);
const print = `for (const [body, secret] of ${nodeCases}) console.log(await sign(body, ${vector.timestamp}, secret));`;

describe('the function sign of', () => {
  testWith('python')('sign.py', async () => {
    const program = [
      'import json, runpy, sys',
      `sign = runpy.run_path(${JSON.stringify(placeOf('access-token/sign.py'))})["sign"]`,
      'for body, secret, _ in json.loads(sys.argv[1]):',
      `    print(sign(body.encode(), ${vector.timestamp}, secret))`,
    ];
    expect(await evaluate('python3', ['-c', program.join('\n'), nodeCases])).toEqual(signatures);
  });

  testWith('nodejs')('sign.mjs, as its page shows it', async () => {
    const request = { lines: undefined, region: 'sign' };
    const region = excerpt(sourceOf('access-token/sign.mjs'), request);
    const program = `import { createHash } from 'node:crypto';\n${region}\n${print}`;
    const args = ['--input-type=module', '-e', program];
    expect(await evaluate('node', args)).toEqual(signatures);
  });

  testWith('nodejs')('browser.mjs, on Web Crypto', async () => {
    const place = JSON.stringify(placeOf('access-token/browser.mjs'));
    const program = `const { sign } = await import(${place});\n${print}`;
    const args = ['--input-type=module', '-e', program];
    expect(await evaluate('node', args)).toEqual(signatures);
  });

  testWith('go')('sign.go', { timeout: patience }, async () => {
    const rows = cases.map((one) => `{${one.map((text) => JSON.stringify(text)).join(', ')}}`);
    const check = `package main

import "testing"

func TestSign(t *testing.T) {
	for _, one := range [][3]string{${rows.join(', ')}} {
		if got := sign([]byte(one[0]), ${vector.timestamp}, one[1]); got != one[2] {
			t.Errorf("sign(%q) = %s, not %s", one[0], got, one[2])
		}
	}
}
`;
    const program = await buildGo('access-token/sign.go', check);
    await program.remove();
  });
});

const nodeId = '019f0000-0000-7000-8000-000000000001';

async function run(file: string, given: NodeJS.ProcessEnv): Promise<Outcome> {
  if (file.endsWith('.go')) {
    const program = await buildGo(file);
    onTestFinished(program.remove);
    return program.run(given);
  }
  if (file !== 'access-token/browser.mjs') return runExample(file, given);
  // Like a page, but with fetch and Web Crypto of Node.js instead of the browser's.
  const program = `
    const { call } = await import(${JSON.stringify(placeOf(file))});
    const { ANEDYA_TOKEN_ID: tokenId, ANEDYA_TOKEN_SECRET: secret, ANEDYA_API_URL } = process.env;
    const payload = { nodes: [process.env.ANEDYA_NODE_ID], variable: 'temperature' };
    const response = await call('/data/latest', payload, { tokenId, secret }, ANEDYA_API_URL);
    console.log(JSON.stringify(response));`;
  const args = ['--input-type=module', '-e', program];
  return runProgram({ file: 'node', args, cwd: '/', env: environment(given) });
}

/** The headers in the reference, section 2.4 B, with a signature over the received bytes. */
function expectSigned({ headers, body }: ApiRequest): void {
  const timestamp = Number(headers['x-anedya-timestamp']);
  // Accepted within 15 minutes.
  expect(Math.abs(Date.now() / 1000 - timestamp)).toBeLessThan(900);
  expect(headers).toMatchObject({
    authorization: 'ANEDYASIGV1',
    'content-type': 'application/json',
    'x-anedya-tokenid': token.ANEDYA_TOKEN_ID,
    'x-anedya-signatureversion': 'v1',
    'x-anedya-signature': steps(body, timestamp, token.ANEDYA_TOKEN_SECRET).signature,
  });
}

describe.each(['sign.py', 'sign.mjs', 'sign.go', 'browser.mjs'])('%s', (name) => {
  const file = `access-token/${name}`;
  const test = testWith(toolOf(file));

  test('sends a signed request and prints the response', { timeout: patience }, async () => {
    const server = await ApiServer.start(({ url }) => documented(url, 'platform'));
    onTestFinished(() => server.stop());
    const outcome = await run(file, {
      ...token,
      ANEDYA_NODE_ID: nodeId,
      ANEDYA_API_URL: `${server.origin}/v1`,
    });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toEqual(documented('/data/latest', 'platform'));
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/data/latest']);
    for (const request of server.requests) {
      expectSigned(request);
      // The document prefers the API key; everything except the credential is checked against it.
      const headers = { ...request.headers, authorization: `Bearer ${secrets.ANEDYA_API_KEY}` };
      expect(expectRequest({ ...request, headers }, 'platform')).toEqual({
        nodes: [nodeId],
        variable: 'temperature',
      });
      expect(JSON.stringify(request.headers)).not.toContain(token.ANEDYA_TOKEN_SECRET);
    }
  });
});
