import type { TestProject } from 'vitest/node';
import { openStore } from '../../../src/store/open.ts';
import { PostgresServer } from './server.ts';
import { template } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the database `postgres` on the server of the run; only where tests run on PostgreSQL. */
    readonly postgresUrl?: string;
  }
}

/** Starts one server for a whole run of the tests, with the tables made once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await PostgresServer.start();
  await server.run(`create database ${template}`);
  const store = await openStore({ databaseUrl: server.url(template) });
  await store.destroy();
  project.provide('postgresUrl', server.url());
  return () => server.remove();
}
