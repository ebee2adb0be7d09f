// Required by the dependency-injection container of the certificate library. It must be the first import.
import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

/** A private key and its certificate, as PEM. */
export interface Pair {
  readonly key: string;
  readonly cert: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const day = 86_400_000;
/** Clock skew of clients that certificates allow for. */
const slack = day;
const { subtle } = webcrypto;
cryptoProvider.set(webcrypto as Crypto);

const newKeys = () => subtle.generateKey(algorithm, true, ['sign', 'verify']);
const pem = async (key: CryptoKey) =>
  PemConverter.encode(await subtle.exportKey('pkcs8', key), 'PRIVATE KEY');

const validity = (now: number, days: number) => ({
  notBefore: new Date(now - slack),
  notAfter: new Date(now + days * day),
});

/**
 * Creates a certificate authority.
 * @param now milliseconds since 1970
 * @param days validity period
 */
export async function createAuthority(name: string, now: number, days: number): Promise<Pair> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: algorithm,
    ...validity(now, days),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { key: await pem(keys.privateKey), cert: certificate.toString('pem') };
}

/**
 * Issues a server certificate.
 * @param names host names and IP addresses; the first one is the subject
 * @param now milliseconds since 1970
 * @param days validity period
 */
export async function issue(
  authority: Pair,
  names: readonly string[],
  now: number,
  days: number,
): Promise<Pair> {
  const issuer = new X509Certificate(authority.cert);
  const [keyBytes = new ArrayBuffer(0)] = PemConverter.decode(authority.key);
  const signingKey = await subtle.importKey('pkcs8', keyBytes, algorithm, false, ['sign']);
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [names[0] ?? 'localhost'] }],
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    ...validity(now, days),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(names.map(alternativeName)),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return { key: await pem(keys.privateKey), cert: certificate.toString('pem') };
}

const alternativeName = (value: string) => ({
  type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const),
  value,
});
