import { pageKinds, type PageKind } from './example-kinds';
import type { Facts } from './facts';
import type { InUse } from './in-use';

/** A part of a text, and what to show in its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What any program may contain without ending a literal, a topic level, a host name or a word of a shell. */
const harmless = /^[\w-]+$/;
/** The same for an address that replaces an address. */
const harmlessAddress = /^[\w.:/[\]-]+$/;
/** The same for a certificate in PEM form. */
const harmlessCertificate =
  /^-----BEGIN CERTIFICATE-----\n[\w+/=\n]+\n-----END CERTIFICATE-----\n?$/;

/**
 * A complete program takes its credentials from the environment, from a file beside it or has a line to fill in. An example id in such a text
 * is the reader's to replace; elsewhere it may be part of a response or of a test vector.
 */
const program = /\bANEDYA_[A-Z]|\bYOUR-[A-Z]|^import config$/m;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const anyOf = (texts: readonly string[]) => texts.map(escaped).join('|');

/** Edits for every match of a pattern; its first group is the text before the placeholder, which stays. */
function editsOf(
  source: string,
  pattern: string,
  text: string | undefined,
  fits = harmless,
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

/** Host and port of the sandbox's broker instead of the platform's: together, or where it has no TLS not at all. */
function brokerEdits(source: string, { addresses }: InUse, facts: Facts): Edit[] {
  const { host, tls } = addresses?.broker ?? {};
  if (tls === undefined || !source.includes(facts.broker)) return [];
  return [
    ...editsOf(source, `()${escaped(facts.broker)}(?![\\w-])`, host, harmlessAddress),
    ...editsOf(source, `()\\b${facts.brokerPort}\\b`, String(tls)),
  ];
}

/** Addresses of the sandbox, in the programs that call the platform's. */
function addressEdits(source: string, inUse: InUse, facts: Facts): Edit[] {
  const { addresses } = inUse;
  if (!addresses || !program.test(source)) return [];
  const of = (texts: readonly string[], text: string | undefined) =>
    editsOf(source, `()(?:${anyOf(texts)})(?![\\w-])`, text, harmlessAddress);
  return [
    ...of(facts.servers.platform, addresses.platform),
    ...of(facts.servers.device, addresses.device),
    ...brokerEdits(source, inUse, facts),
  ];
}

/** What a sketch for a board contains instead of environment variables: key and certificate of the sandbox. */
function sketchEdits(source: string, { addresses, sandboxKey }: InUse): Edit[] {
  const certificate = '()PASTE THE (?:ROOT CERTIFICATE IN PEM FORM|TEXT OF [\\w.-]+\\.pem)';
  return [
    ...editsOf(source, '()YOUR-CONNECTION-KEY', sandboxKey),
    ...editsOf(source, certificate, addresses?.broker.ca, harmlessCertificate),
  ];
}

/**
 * Ranges of a code text that stand for a value of the reader, in order: the device id in topics and constants,
 * the region in host names, ids of the examples in programs; and the sandbox's addresses instead of the platform's.
 * The reader's own secrets are never among them; sketches show the key of a sandbox device.
 * @param source whole text of one code element
 */
export function placeholderEdits(source: string, inUse: InUse, facts: Facts): Edit[] {
  const deviceId = inUse.examples['device id'];
  const [beforeDevice = ''] = facts.topicPrefix.split('{deviceId}');
  const region = facts.regions.find((code) => code === inUse.region);
  const inHost = `([a-z0-9]\\.)(?:${anyOf(['{region}', facts.defaultRegion])})(?=\\.anedya\\.io)`;
  return [
    ...editsOf(source, `(${escaped(beforeDevice)})\\{deviceId\\}`, deviceId),
    ...editsOf(source, '()YOUR-DEVICE-UUID', deviceId),
    ...editsOf(source, inHost, region),
    ...exampleEdits(source, inUse, facts),
    ...addressEdits(source, inUse, facts),
    ...sketchEdits(source, inUse),
  ].sort((a, b) => a.start - b.start);
}
