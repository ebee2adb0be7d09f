import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { bytesInUse } from '../support/bytes-in-use.ts';
import { pictureOf, projectWithCanary } from '../support/canaries.ts';
import { documentedOperations } from '../support/documented-operations.ts';
import { hostileRequest, type Hostile } from '../support/hostile-requests.ts';
import { bearer, deviceKey, HttpSandbox, type Project } from '../support/http-sandbox.ts';
import { runs } from '../support/runs.ts';
import { openTimeout } from '../support/use-http-sandbox.ts';

// 10,000 requests are one test.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const requests = runs(10_000);
const megabyte = 1_000_000;

/** Headers of a request's credential, which signs its body where it is a token. */
function credentialOf(http: HttpSandbox, { actor, credential, body }: Hostile, owners: Owners) {
  if (actor === 'nobody') return {};
  const { apiKey, nodes, examples } = owners[actor];
  if (credential === 'apiKey') return bearer(apiKey);
  if (credential === 'connectionKey') return deviceKey(nodes[0].connectionKey);
  if (credential === 'newNodeKey') return deviceKey(nodes[1].connectionKey);
  const token = {
    tokenId: examples['token id'] ?? '',
    token: examples['token secret'] ?? '',
  };
  return http.signed(token, body ?? '');
}

type Owners = Readonly<Record<'a' | 'b' | 'silent', Project>>;

/** Values of the other projects that no response may contain. */
function foreign(secrets: Readonly<Record<keyof Owners, readonly string[]>>, actor: string) {
  return Object.entries(secrets).flatMap(([owner, texts]) => (owner === actor ? [] : texts));
}

it(
  `${requests} hostile requests break nothing, and no response reveals another project`,
  async () => {
    const http = await HttpSandbox.open();
    const a = await projectWithCanary(http, { text: 'canary-of-a', number: 710_000_001 });
    const b = await projectWithCanary(http, { text: 'canary-of-b', number: 720_000_002 });
    const silent = await projectWithCanary(http, { text: 'canary-of-none', number: 730_000_003 });
    const owners: Owners = { a: a.project, b: b.project, silent: silent.project };
    const secrets = { a: a.secrets, b: b.secrets, silent: silent.secrets };
    const before = await pictureOf(http, silent.project);
    const statuses = new Map<number, number>();
    const used: number[] = [];
    let sent = 0;

    const operations = await documentedOperations();
    const hostile = hostileRequest(operations, Object.values(owners), http.now);
    await fc.assert(
      fc.asyncProperty(hostile, async (request) => {
        const { path, method, headers, body, actor } = request;
        const reply = await http.inject(path, {
          method,
          headers: { ...credentialOf(http, request, owners), ...headers },
          ...(body !== undefined && { body }),
        });
        expect(reply.status).toBeLessThan(500);
        const text = JSON.stringify([reply.headers, reply.body]);
        for (const secret of foreign(secrets, actor)) expect(text).not.toContain(secret);
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        sent += 1;
        if (sent % Math.ceil(requests / 10) === 0) used.push(bytesInUse());
      }),
      { numRuns: requests },
    );

    // The requests reached the handlers: some succeeded, and others were rejected for every reason.
    expect(statuses.get(200)).toBeGreaterThan(requests / 20);
    const worked = operations.filter(({ id }) => http.contract.seen.has(`${id} 200`));
    expect(worked.length).toBeGreaterThan(operations.length / 2);
    for (const status of [400, 401, 403, 404, 405, 409, 413, 415]) {
      expect(statuses.get(status), `status ${status}`).toBeGreaterThan(0);
    }
    expect(await pictureOf(http, silent.project)).toEqual(before);
    expect(Object.keys({})).toEqual([]);
    expect(({} as { success?: boolean }).success).toBeUndefined();
    const [first = 0, last = 0] = [used[1], used.at(-1)];
    expect(last - first).toBeLessThan(20 * megabyte);
    await http.close();
  },
  openTimeout,
);
