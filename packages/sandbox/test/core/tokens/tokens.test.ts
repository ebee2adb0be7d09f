import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { limits } from '../../../src/core/limits.ts';
import { tokensHandlers } from '../../../src/core/tokens.ts';
import { requestAsDocumented } from '../../support/contract.ts';
import { rejectionReason } from '../../support/rejection.ts';
import { TestSandbox } from '../../support/sandbox.ts';

describe('access tokens', () => {
  let sandbox: TestSandbox;
  let nodeId = '';
  const request = (name: string, body: JsonObject, project = 'p') =>
    requestAsDocumented(sandbox, project, `platform/access-token-${name}`, body);
  const create = (ttlSec: number, nodes = [nodeId]) =>
    request('create', {
      ttlSec,
      policy: { resources: { nodes, variables: ['*'] }, allow: ['data::getlatest'] },
    });
  const rows = () => sandbox.db.selectFrom('access_tokens').selectAll().execute();

  beforeAll(async () => {
    sandbox = await TestSandbox.open(tokensHandlers);
    await sandbox.project('p');
    await sandbox.project('other');
    nodeId = await sandbox.node('p');
  });
  afterAll(() => sandbox.close());

  it('are issued with id, secret, policy and life', async () => {
    const { tokenId, token } = await create(3600, [nodeId.toUpperCase()]);
    expect(tokenId).toMatch(/^[A-Za-z0-9]{24}$/);
    expect(token).toMatch(/^[A-Za-z0-9]{64}$/);
    const [row] = await rows();
    expect(row).toMatchObject({ id: tokenId, secret: token, expires: sandbox.now + 3_600_000 });
    expect(JSON.parse(row?.policy ?? '')).toEqual({
      resources: { nodes: [nodeId], variables: ['*'] },
      allow: ['data::getlatest'],
    });
  });

  it('need no resources', async () => {
    const policy = { allow: ['data::getlatest'] };
    expect(await request('create', { ttlSec: 1, policy })).toHaveProperty('tokenId');
  });

  it('are rejected for nodes that the project lacks', async () => {
    const foreign = await sandbox.node('other');
    expect(await rejectionReason(create(1, [foreign]))).toBe('generic::malformedrequest');
  });

  it.each(['variables', 'vskeys', 'vsglobalscopes'])('have * in %s alone', async (list) => {
    const issue = (entries: string[]) =>
      request('create', {
        ttlSec: 1,
        policy: { allow: ['data::getlatest'], resources: { [list]: entries } },
      });
    expect(await rejectionReason(issue(['*', 'a']))).toBe('generic::malformedrequest');
    for (const text of ['\0', '\ud800'])
      expect(await rejectionReason(issue([text]))).toBe('generic::malformedrequest');
    expect(await issue(['*'])).toHaveProperty('tokenId');
    expect(await issue(['a', 'a*'])).toHaveProperty('tokenId');
  });

  it.each(['vskeys', 'vsglobalscopes', 'streams', 'allow'])(
    'name as many entries of %s as queries can take',
    async (list) => {
      const policy = (count: number): JsonObject => {
        const entry = list === 'streams' ? nodeId : 'data::getlatest';
        const entries = Array.from({ length: count }, () => entry);
        return list === 'allow'
          ? { allow: entries }
          : { allow: ['vs::scankeys'], resources: { [list]: entries } };
      };
      const { policyEntries } = limits.project;
      const of = (count: number) => request('create', { ttlSec: 1, policy: policy(count) });
      expect(await of(policyEntries)).toHaveProperty('tokenId');
      expect(await rejectionReason(of(policyEntries + 1))).toBe('sandbox::toomany');
    },
  );

  it('may have a policy with more than is described', async () => {
    const policy = { allow: ['vs::scankeys'], resources: { future: 7 } };
    const body = { ttlSec: 1, policy };
    const response = await sandbox.request('p', 'platform/access-token-create', body);
    expect(response).toHaveProperty('tokenId');
  });

  it('end when they are revoked, once and by their own project', async () => {
    const { tokenId = '' } = await create(3600);
    expect(await rejectionReason(request('revoke', { tokenId }, 'other'))).toBe('fa::tokennofound');
    expect(await request('revoke', { tokenId })).toEqual({});
    expect(await rejectionReason(request('revoke', { tokenId }))).toBe('fa::tokennofound');
    expect(await rejectionReason(request('revoke', { tokenId: '\0' }))).toBe('fa::tokennofound');
  });

  it('do not count after they expire', async () => {
    await sandbox.db.deleteFrom('access_tokens').execute();
    for (let index = 0; index < limits.project.tokens; index += 1) await create(60);
    expect(await rejectionReason(create(60))).toBe('sandbox::toomany');
    sandbox.now += 60_000;
    await create(60);
    expect(await rows()).toHaveLength(1);
  });
});
