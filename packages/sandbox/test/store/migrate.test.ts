import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { serverSecret } from '../../src/sandbox.ts';
import { openStore } from '../../src/store/open.ts';
import { isOnPostgres } from '../support/test-store.ts';

// A file of SQLite belongs to one server.
it.runIf(isOnPostgres())('makes the tables once for servers that start together', async () => {
  const server = inject('postgresUrl') ?? '';
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const name = `empty_${randomBytes(8).toString('hex')}`;
  await client.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  const place = { databaseUrl: url.href };
  const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(place)));
  try {
    const secrets = await Promise.all(
      stores.map((store, index) => serverSecret(store, 'files', `secret ${index}`)),
    );
    expect(new Set(secrets).size).toBe(1);
  } finally {
    await Promise.all(stores.map((store) => store.destroy()));
    await client.query(`drop database ${name}`);
    await client.end();
  }
});
