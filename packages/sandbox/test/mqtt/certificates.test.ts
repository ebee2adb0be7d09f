import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TlsIdentity } from '../../src/mqtt/tls-identity.ts';
import { listenTls } from '../../src/mqtt/listener.ts';
import { anywhere, startBroker } from './support/start.ts';

const day = 86_400_000;
let parent: string;
let folder: string;
let now: number;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'sandbox-tls-'));
  folder = path.join(parent, 'tls');
  now = Date.now();
});
afterEach(() => rm(parent, { recursive: true }));

const open = (names: readonly string[] = ['localhost', '127.0.0.1']) =>
  TlsIdentity.open({ folder, names, clock: { now: () => now } });
const serverOf = (identity: TlsIdentity) => new X509Certificate(identity.context().cert);
const authorityOf = (identity: TlsIdentity) => new X509Certificate(identity.ca);

test('the first start makes an authority and a server certificate of it', async () => {
  const identity = await open();
  const authority = authorityOf(identity);
  const server = serverOf(identity);
  expect(authority.ca).toBe(true);
  expect(authority.subject).toBe(authority.issuer);
  expect(server.ca).toBe(false);
  expect(server.checkIssued(authority) && server.verify(authority.publicKey)).toBe(true);
  expect(server.checkHost('localhost')).toBe('localhost');
  expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(server.checkHost('example.com')).toBeUndefined();
});

test('keys are for the owner alone, and are not in what is downloaded', async () => {
  const identity = await open();
  for (const file of await readdir(folder)) {
    expect((await stat(path.join(folder, file))).mode & 0o777).toBe(0o600);
  }
  expect(identity.ca).not.toContain('PRIVATE');
  expect(await readdir(folder)).toHaveLength(2);
});

test('the next start uses the same, as long as the names are the same', async () => {
  const first = await open();
  const second = await open();
  expect([second.ca, second.context()]).toEqual([first.ca, first.context()]);
  const renamed = await open(['sandbox.test']);
  expect(renamed.ca).toBe(first.ca);
  expect(serverOf(renamed).checkHost('sandbox.test')).toBe('sandbox.test');
});

test('files that are damaged are replaced', async () => {
  const first = await open();
  const file = path.join(folder, 'server.pem');
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, 100));
  const second = await open();
  expect(second.ca).toBe(first.ca);
  expect(serverOf(second).verify(authorityOf(first).publicKey)).toBe(true);
});

test('a certificate is renewed before it expires, and the authority stays for years', async () => {
  const identity = await open();
  const { ca } = identity;
  expect(await identity.renew()).toBe(false);
  now += 59 * day;
  expect(await identity.renew()).toBe(false);
  now += 2 * day;
  const told: string[] = [];
  identity.onRenewal(({ cert }) => told.push(cert));
  expect(await identity.renew()).toBe(true);
  expect(told).toEqual([identity.context().cert]);
  expect(identity.ca).toBe(ca);
  expect(new Date(serverOf(identity).validTo).getTime()).toBeGreaterThan(now + 89 * day);
  now += 2500 * day;
  expect(await identity.renew()).toBe(true);
  expect(identity.ca).not.toBe(ca);
  expect(serverOf(identity).verify(authorityOf(identity).publicKey)).toBe(true);
});

async function peerOf(port: number, ca: string) {
  const socket = connect({ port, host: '127.0.0.1', ca });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  const protocol = socket.getProtocol();
  socket.destroy();
  return { fingerprint256, protocol };
}

test('a listener shows the renewed certificate to the next client', async () => {
  const identity = await open();
  const served = await startBroker();
  const listener = await listenTls(served.broker, anywhere, identity);
  const before = await peerOf(listener.port, identity.ca);
  expect(before).toEqual({
    fingerprint256: serverOf(identity).fingerprint256,
    protocol: 'TLSv1.3',
  });
  now += 61 * day;
  await identity.renew();
  // The test's clock is ahead of the machine's, which checks the dates: so the new one is looked at, not trusted.
  const socket = connect({ port: listener.port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  expect(socket.getPeerCertificate().fingerprint256).toBe(serverOf(identity).fingerprint256);
  expect(serverOf(identity).fingerprint256).not.toBe(before.fingerprint256);
  socket.destroy();
  await served.close();
  await listener.close();
});

test('a client that does not trust the authority does not connect', async () => {
  const served = await startBroker();
  const listener = await listenTls(served.broker, anywhere, await open());
  const socket = connect({ port: listener.port, host: '127.0.0.1' });
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('SELF_SIGNED_CERT_IN_CHAIN');
  await served.close();
  await listener.close();
});
