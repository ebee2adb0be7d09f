import { expect, it, onTestFinished } from 'vitest';
import { limits } from '../../src/core/limits.ts';
import { bearer, HttpSandbox } from '../support/http-sandbox.ts';

it('an imported project counts as used: it has the data of its reader', async () => {
  const http = await HttpSandbox.open(undefined, { maxProjects: 2 });
  onTestFinished(() => http.close());
  const { apiKey } = await http.createProject();
  const headers = bearer(apiKey);
  const file = await http.send('/projects/current/export', { method: 'GET', headers });
  await http.send('/projects', { method: 'DELETE', headers });
  const { body } = await http.send('/projects/import', { body: file.body });
  await http.createProject();
  http.now += limits.projects.keep.unused + 1000;
  // It replaces one that was only created.
  await http.createProject();
  const list = { headers: bearer(body.apiKey as string), body: { limit: 1, offset: 0 } };
  expect((await http.send('/platform/v1/node/list', list)).status).toBe(200);
});
