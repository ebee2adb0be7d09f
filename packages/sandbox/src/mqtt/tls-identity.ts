import { X509Certificate, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import type { Clock } from '../core/context.ts';
import type { Pair } from './certificates.ts';

const blocks = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g;

/**
 * Reads a key and its certificate from one file, so that both are replaced at once.
 * @returns undefined if the file does not exist or has other content
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

/** Writes a key and its certificate, readable only by the owner. A crash leaves either the old file or the new one. */
async function writePair(file: string, { key, cert }: Pair): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${cert.trim()}\n${key.trim()}\n`, { mode: 0o600 });
  await rename(draft, file);
}

const day = 86_400_000;

/** Validity period of certificates, in days. */
const validDays = { authority: 3650, server: 90 } as const;

/** Fraction of its validity period that is left when a certificate is renewed. */
const renewedAt = 1 / 3;
const authorityName = 'Anedya sandbox CA';

interface TlsIdentityOptions {
  /** Folder of keys and certificates, created if missing. */
  readonly folder: string;
  /** Host names and addresses that clients use for this server. */
  readonly names: readonly string[];
  readonly clock: Clock;
}

/** Certificate chain and key of a TLS server. */
interface SecureContext {
  readonly cert: string;
  readonly key: string;
}

/** Certificate authority of this sandbox, created at its first start, with a server certificate that is renewed in time. */
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

  /** CA certificate that clients have to trust, as PEM. */
  get ca(): string {
    return this.authority.cert;
  }

  context(): SecureContext {
    const { cert, key } = this.server;
    return { cert: `${cert}\n${this.authority.cert}`, key };
  }

  /**
   * Calls a function when the certificate changes.
   * @returns a function that unsubscribes
   */
  onRenewal(listener: (context: SecureContext) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Renews certificates that are about to expire. Call it once a day.
   * @returns whether a certificate was renewed
   */
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

/** Loads the library that creates certificates on demand, because it accounts for a tenth of the startup time. */
const loadCertificates = () => import('./certificates.ts');

async function upToDate({ folder, names, clock }: TlsIdentityOptions) {
  const now = clock.now();
  const authorityFile = path.join(folder, 'authority.pem');
  const serverFile = path.join(folder, 'server.pem');
  let authority = await readPair(authorityFile);
  if (!authority || !isFresh(authority, validDays.authority, now)) {
    const { createAuthority } = await loadCertificates();
    authority = await createAuthority(authorityName, now, validDays.authority);
    await writePair(authorityFile, authority);
  }
  let server = await readPair(serverFile);
  const fits = server && isFresh(server, validDays.server, now) && isFor(server, authority, names);
  if (!server || !fits) {
    const { issue } = await loadCertificates();
    server = await issue(authority, names, now, validDays.server);
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
