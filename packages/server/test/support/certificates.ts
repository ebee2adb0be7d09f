// The dependency injection container of the certificate library needs it.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A server's key and certificate, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateAuthority {
  /** Its own certificate, as PEM, for clients to trust. */
  readonly ca: string;
  /** Issues a certificate for host names and IP addresses. */
  issue(hostnames: readonly [string, ...string[]], validity?: Validity): Promise<Certificate>;
}

interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const hour = 3_600_000;
const { subtle } = webcrypto;
cryptoProvider.set(webcrypto as Crypto);

const newKeys = () => subtle.generateKey(algorithm, true, ['sign', 'verify']);
const aroundNow = (): Validity => ({
  notBefore: new Date(Date.now() - hour),
  notAfter: new Date(Date.now() + hour),
});

/** Creates a test certificate authority, valid for an hour. */
export async function createAuthority(): Promise<CertificateAuthority> {
  const keys = await newKeys();
  const own = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test authority',
    keys,
    signingAlgorithm: algorithm,
    ...aroundNow(),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  return {
    ca: own.toString('pem'),
    issue: async (hostnames, validity = aroundNow()) => {
      const serverKeys = await newKeys();
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${hostnames[0]}`,
        issuer: own.subject,
        publicKey: serverKeys.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        ...validity,
        extensions: [
          new SubjectAlternativeNameExtension(
            hostnames.map((value) => ({
              type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const),
              value,
            })),
          ),
        ],
      });
      const key = await subtle.exportKey('pkcs8', serverKeys.privateKey);
      return { key: PemConverter.encode(key, 'PRIVATE KEY'), cert: certificate.toString('pem') };
    },
  };
}
