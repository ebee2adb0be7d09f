import { randomUUID, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import type { Clock } from '../core/context.ts';
import { createAuthority, issue, type Pair, validDays } from './certificate-pair.ts';

const blocks = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g;

/**
 * Reads a key and its certificate, which lie in one file so that they can be replaced at once.
 * @returns nothing when there is no such file, or when it holds something else
 */
async function readPair(file: string): Promise<Pair | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const found = new Map([...text.matchAll(blocks)].map(([block, name]) => [name, block]));
  const key = found.get('PRIVATE KEY');
  const cert = found.get('CERTIFICATE');
  return key !== undefined && cert !== undefined ? { key, cert } : undefined;
}

/** Writes a key and its certificate, for the owner alone. A crash leaves the old file or the new one. */
async function writePair(file: string, { key, cert }: Pair): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${cert.trim()}\n${key.trim()}\n`, { mode: 0o600 });
  await rename(draft, file);
}

const day = 86_400_000;
/** Part of its life that a certificate has left when it is renewed. */
const renewedAt = 1 / 3;
const authorityName = 'Anedya sandbox CA';

interface TlsIdentityOptions {
  /** Folder of keys and certificates. It is made when it is not there. */
  readonly folder: string;
  /** Names and addresses that clients use for this server. */
  readonly names: readonly string[];
  readonly clock: Clock;
}

/** What a TLS server shows its clients: certificate with chain, and key. */
interface SecureContext {
  readonly cert: string;
  readonly key: string;
}

/** Certificate authority of this sandbox, made at its first start, and a server certificate that it renews in time. */
export class TlsIdentity {
  private readonly listeners = new Set<(context: SecureContext) => void>();

  private constructor(
    private readonly options: TlsIdentityOptions,
    private authority: Pair,
    private server: Pair,
  ) {}

  static async open(options: TlsIdentityOptions): Promise<TlsIdentity> {
    const { authority, server } = await upToDate(options);
    return new TlsIdentity(options, authority, server);
  }

  /** Certificate that a client has to trust, as PEM. */
  get ca(): string {
    return this.authority.cert;
  }

  context(): SecureContext {
    const { cert, key } = this.server;
    return { cert: `${cert}\n${this.authority.cert}`, key };
  }

  /** Calls when the certificate changes, until the function that it returns is called. */
  onRenewal(listener: (context: SecureContext) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Renews what is near its end. To be called once a day. @returns whether something was */
  async renew(): Promise<boolean> {
    const { authority, server } = await upToDate(this.options);
    const isSame = authority.cert === this.authority.cert && server.cert === this.server.cert;
    this.authority = authority;
    this.server = server;
    if (isSame) return false;
    for (const listener of this.listeners) listener(this.context());
    return true;
  }
}

async function upToDate({ folder, names, clock }: TlsIdentityOptions) {
  const now = clock.now();
  const authorityFile = path.join(folder, 'authority.pem');
  const serverFile = path.join(folder, 'server.pem');
  let authority = await readPair(authorityFile);
  if (!authority || !isFresh(authority, validDays.authority, now)) {
    authority = await createAuthority(authorityName, now);
    await writePair(authorityFile, authority);
  }
  let server = await readPair(serverFile);
  const fits = server && isFresh(server, validDays.server, now) && isFor(server, authority, names);
  if (!server || !fits) {
    server = await issue(authority, names, now);
    await writePair(serverFile, server);
  }
  return { authority, server };
}

function isFresh({ cert }: Pair, days: number, now: number): boolean {
  const left = new Date(new X509Certificate(cert).validTo).getTime() - now;
  return left > days * day * renewedAt;
}

function isFor({ cert }: Pair, authority: Pair, names: readonly string[]): boolean {
  const certificate = new X509Certificate(cert);
  const { publicKey } = new X509Certificate(authority.cert);
  return (
    certificate.verify(publicKey) &&
    names.every((name) =>
      isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name),
    )
  );
}
