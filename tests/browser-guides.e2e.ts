import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { JsonValue } from '../packages/openapi-model/src/types.ts';
import {
  type FromWorker,
  type ToWorker,
  workerSandboxUrl,
} from '../packages/sandbox/src/browser/messages.ts';
import type * as requests from '../site/content/workflows/requests.ts';
import { createdVariables, guideInputs, guides } from './guides/support/guide-sources.ts';
import { expect, open, siteDir, test } from './support/fixtures.ts';

// Playwright compiles the site's modules to CommonJS, whose names an import does not find.
const load = createRequire(import.meta.url);
const { guideRequests, readVariable } = load(
  '../site/content/workflows/requests.ts',
) as typeof requests;

/** A request to the sandbox in the browser. */
interface Sent {
  readonly worker: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Runs in the page. */
function sendInPage({ worker, method, url, headers, body }: Sent): Promise<string> {
  const { port } = new SharedWorker(worker, { name: 'docs-sandbox' });
  const { buffer } = new TextEncoder().encode(body);
  const request: ToWorker = { kind: 'request', id: 1, method, url, headers, body: buffer };
  port.postMessage(request);
  return new Promise((resolve, reject) => {
    port.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'failed') reject(new Error(data.reason));
      if (data.kind !== 'response') return;
      port.close();
      const text = new TextDecoder().decode(data.body);
      if (data.status < 300) resolve(text);
      else reject(new Error(`HTTP ${data.status} ${text}`));
    };
  });
}

/** Sends requests from a page. */
async function sender(page: Page) {
  const files = await readdir(path.join(siteDir, 'assets/sandbox'));
  const worker = `/assets/sandbox/${files.find((file) => /^worker\..*\.js$/.test(file)) ?? ''}`;
  return async (method: string, url: string, headers: Sent['headers'], body: string) => {
    const text = await page.evaluate(sendInPage, { worker, method, url, headers, body });
    return text === '' ? null : (JSON.parse(text) as JsonValue);
  };
}

type Values = Record<string, JsonValue>;
type Names = Readonly<Record<string, string>>;

function textOf(value: JsonValue | undefined): string {
  if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} is not a string`);
  return value;
}

/** Value of a variable that the guide finds with a program: its requests are left out, as in the workflows. */
const missing = '\u0002';

/** Replaces the shell variables in a body. */
function withValues(body: JsonValue, values: Values): JsonValue {
  const variable = readVariable(body);
  if (variable) {
    return values[variable.name] ?? missing;
  }
  if (Array.isArray(body)) return body.map((item) => withValues(item, values));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, withValues(value, values)]),
  );
}

/** The value at a JSON Pointer. */
function valueAt(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<JsonValue | undefined>(
      (parent, name) => (parent as Record<string, JsonValue> | null)?.[name],
      value,
    );
}

// All guides share one page and its worker; each has its own project.
test('the requests of the guides succeed in the sandbox of the browser', async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, '/changelog/');
  const send = await sender(page);
  let count = 0;
  const left: string[] = [];
  for (const { name, source } of guides) {
    const created = await send('POST', `${workerSandboxUrl}/projects`, {}, '');
    const values: Values = guideInputs(created as unknown as Parameters<typeof guideInputs>[0]);
    const post = async (api: string, operationPath: string, body: JsonValue, names: Names) => {
      const key = names[api === 'device' ? 'ANEDYA_CONNECTION_KEY' : 'ANEDYA_API_KEY'] ?? '';
      const authorization = textOf(values[key]);
      const headers: Sent['headers'] =
        api === 'device'
          ? { 'auth-mode': 'key', authorization }
          : { authorization: `Bearer ${authorization}` };
      const url = `${workerSandboxUrl}/${api}/v1${operationPath}`;
      const json = { ...headers, 'content-type': 'application/json' };
      return send('POST', url, json, JSON.stringify(withValues(body, values)));
    };
    for (const variable of createdVariables(name)) {
      await post(
        'platform',
        '/variables/delete',
        { variable },
        { ANEDYA_API_KEY: 'ANEDYA_API_KEY' },
      );
    }
    for (const request of guideRequests(source)) {
      count += 1;
      if ('upload' in request) {
        await send('PUT', textOf(values[request.upload]), {}, request.text);
        continue;
      }
      const { api, path: operationPath, body, credentials, assigned } = request;
      if (JSON.stringify(withValues(body, values)).includes(JSON.stringify(missing))) {
        left.push(operationPath);
        continue;
      }
      const response = await post(api, operationPath, body, credentials);
      for (const [variable, pointer] of Object.entries(assigned)) {
        values[variable] = pointer === '' ? missing : (valueAt(response, pointer) ?? missing);
      }
      expect(response, `${name}: ${operationPath}`).toMatchObject({ success: true });
    }
  }
  expect(count - left.length).toBeGreaterThan(40);
  expect(left.length).toBeLessThan(5);
});
