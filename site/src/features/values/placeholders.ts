import type { Edit } from '@site/src/components/text-substitution';
import { pageKinds, type PageKind } from '../../requests/example-kinds';
import type { Facts } from '@site/src/contracts/reader-facts';
import type { InUse } from './in-use';

/** Characters that are safe in any program: they cannot end a literal, a topic level, a host name or a shell word. */
const safeText = /^[\w-]+$/;
/** Characters that are safe in a URL that replaces a URL. */
const safeUrl = /^[\w.:/[\]-]+$/;
/** Characters that are safe in a certificate in PEM format. */
const safeCertificate = /^-----BEGIN CERTIFICATE-----\n[\w+/=\n]+\n-----END CERTIFICATE-----\n?$/;

/**
 * Matches a complete program: it reads credentials from the environment or a file next to it, or has a line to fill in. An
 * example id in such a text can be replaced; elsewhere, it may be part of a response or of a test vector.
 */
const program = /\bANEDYA_[A-Z]|\bYOUR-[A-Z]|^import config$/m;

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const anyOf = (texts: readonly string[]) => texts.map(escapeRegExp).join('|');

/** Edits for all matches of a pattern. The first group is the text before the placeholder, which is unchanged. */
function editsOf(
  source: string,
  pattern: string,
  text: string | undefined,
  fits = safeText,
): Edit[] {
  if (text === undefined || !fits.test(text)) return [];
  return [...source.matchAll(new RegExp(pattern, 'g'))].map((match) => {
    const start = match.index + (match[1]?.length ?? 0);
    return { start, end: match.index + match[0].length, text };
  });
}

function exampleEdits(source: string, { examples }: InUse, facts: Facts): Edit[] {
  if (!program.test(source)) return [];
  return (Object.keys(pageKinds) as PageKind[]).flatMap((kind) =>
    editsOf(source, `()(?:${anyOf(facts.examples[kind])})`, examples[kind]),
  );
}

/**
 * Replaces host and port of the platform's broker with those of the sandbox; neither is replaced if the sandbox broker has
 * no TLS port.
 */
function brokerEdits(source: string, { addresses }: InUse, facts: Facts): Edit[] {
  const { host, tls } = addresses?.broker ?? {};
  if (tls === undefined || !source.includes(facts.broker)) return [];
  return [
    ...editsOf(source, `()${escapeRegExp(facts.broker)}(?![\\w-])`, host, safeUrl),
    ...editsOf(source, `()\\b${facts.brokerPort}\\b`, String(tls)),
  ];
}

/** Replaces the URLs of the platform in programs with those of the sandbox. */
function addressEdits(source: string, inUse: InUse, facts: Facts): Edit[] {
  const { addresses } = inUse;
  if (!addresses || !program.test(source)) return [];
  const of = (texts: readonly string[], text: string | undefined) =>
    editsOf(source, `()(?:${anyOf(texts)})(?![\\w-])`, text, safeUrl);
  return [
    ...of(facts.servers.platform, addresses.platform),
    ...of(facts.servers.device, addresses.device),
    ...brokerEdits(source, inUse, facts),
  ];
}

/** Replaces the constants of a sketch, which has no environment variables: key and certificate of the sandbox. */
function sketchEdits(source: string, { addresses, sandboxKey }: InUse): Edit[] {
  const certificate = '()PASTE THE (?:ROOT CERTIFICATE IN PEM FORM|TEXT OF [\\w.-]+\\.pem)';
  return [
    ...editsOf(source, '()YOUR-CONNECTION-KEY', sandboxKey),
    ...editsOf(source, certificate, addresses?.broker.ca, safeCertificate),
  ];
}

/**
 * Returns edits, in order, that insert a reader's values into a code text: the device id in topics and constants, the region
 * in host names, example ids in programs, and the URLs of the sandbox instead of the platform's. The reader's own secrets
 * are never inserted; sketches contain the key of a sandbox device.
 * @param source complete text of one code element
 */
export function placeholderEdits(source: string, inUse: InUse, facts: Facts): Edit[] {
  const deviceId = inUse.examples['device id'];
  const [beforeDevice = ''] = facts.topicPrefix.split('{deviceId}');
  const region = facts.regions.find((code) => code === inUse.region);
  const hostPattern = `([a-z0-9]\\.)(?:${anyOf(['{region}', facts.defaultRegion])})(?=\\.anedya\\.io)`;
  return [
    ...editsOf(source, `(${escapeRegExp(beforeDevice)})\\{deviceId\\}`, deviceId),
    ...editsOf(source, '()YOUR-DEVICE-UUID', deviceId),
    ...editsOf(source, hostPattern, region),
    ...exampleEdits(source, inUse, facts),
    ...addressEdits(source, inUse, facts),
    ...sketchEdits(source, inUse),
  ].sort((a, b) => a.start - b.start);
}
