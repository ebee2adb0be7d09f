/** A word of the platform that a newcomer cannot guess. */
export interface Term {
  readonly name: string;
  /** Other forms that stand in prose. */
  readonly forms?: readonly string[];
  /** Phrases of prose in which the word means something else. */
  readonly not?: RegExp;
  /** One or two sentences; plain text, since it also serves as a tooltip. Facts: `reference/guides.md`, section 5. */
  readonly definition: string;
}

export const glossaryPath = '/essentials/concepts/';

/** In alphabetical order, as the glossary shows them. */
export const terms: readonly Term[] = [
  {
    name: 'asset',
    forms: ['assets'],
    definition: 'A file for over-the-air updates, with its version and metadata.',
  },
  {
    name: 'binding secret',
    forms: ['binding key', 'binding secrets'],
    definition:
      'A one-time secret of a node that ties a new device to it. It changes after each binding.',
  },
  {
    name: 'connection key',
    forms: ['connection keys'],
    definition:
      'The secret of a node that its device connects with: the password over MQTT, the Authorization header over HTTPS.',
  },
  {
    name: 'deployment',
    forms: ['deployments'],
    definition: 'A rollout of one asset, stage by stage, to the nodes whose tags match.',
  },
  {
    name: 'device UUID',
    forms: ['physical device id', 'physical device ids'],
    definition: 'The 128-bit UUID of a device. It stays the same for life and is never reused.',
  },
  {
    name: 'identifier',
    forms: ['identifiers'],
    definition:
      'The name of a variable in API calls. It is case-sensitive, and it is not the display name.',
  },
  {
    name: 'namespace',
    forms: ['namespaces'],
    not: /namespace UUID/gi,
    definition: 'The part of the value store a key lives in: that of one node, or a global one.',
  },
  {
    name: 'node',
    forms: ['nodes'],
    definition:
      'The counterpart of one device in the cloud. Data, commands, keys and tokens refer to it.',
  },
  {
    name: 'variable',
    forms: ['variables'],
    not: /(?:environment|shell) variables?|variables of (?:your|the) shell/gi,
    definition: 'The definition of one time series, such as a temperature, for the whole project.',
  },
];

/** Id of a term's entry in the glossary. */
export function termAnchor({ name }: Term): string {
  return `term-${name.replaceAll(' ', '-')}`;
}
