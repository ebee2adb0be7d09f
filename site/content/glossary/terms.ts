/** A platform term that needs a definition. */
export interface Term {
  readonly name: string;
  /** Other forms of the word. */
  readonly forms?: readonly string[];
  /** Phrases in which the word has another meaning. */
  readonly not?: RegExp;
  /** One or two sentences of plain text, also used as a tooltip. Source: `specs/facts/guides.md`, section 5. */
  readonly definition: string;
}

export const glossaryPath = '/essentials/concepts/';

/** In alphabetical order, as on the glossary page. */
export const terms: readonly Term[] = [
  {
    name: 'asset',
    forms: ['assets'],
    definition: 'A file for over-the-air updates, with a version and metadata.',
  },
  {
    name: 'binding secret',
    forms: ['binding key', 'binding secrets'],
    definition:
      'A single-use secret of a node that binds a new device to it. It changes after each bind.',
  },
  {
    name: 'connection key',
    forms: ['connection keys'],
    definition:
      'The secret of a node that authenticates its device: the password over MQTT, the Authorization header over HTTPS.',
  },
  {
    name: 'deployment',
    forms: ['deployments'],
    definition: 'A rollout of one asset, stage by stage, to the nodes with matching tags.',
  },
  {
    name: 'device UUID',
    forms: ['physical device id', 'physical device ids'],
    definition: 'The 128-bit UUID of a device. It never changes and is never reused.',
  },
  {
    name: 'identifier',
    forms: ['identifiers'],
    definition:
      'The name of a variable in API requests. It is case-sensitive, and it is not the display name.',
  },
  {
    name: 'namespace',
    forms: ['namespaces'],
    not: /namespace UUID/gi,
    definition: 'A part of the value store with its own keys: that of one node, or a global one.',
  },
  {
    name: 'node',
    forms: ['nodes'],
    definition:
      'Represents one device in the cloud. Data, commands, keys and tokens refer to the node.',
  },
  {
    name: 'variable',
    forms: ['variables'],
    not: /(?:environment|shell) variables?|variables of (?:your|the) shell/gi,
    definition: 'The definition of one time series, such as a temperature, for the whole project.',
  },
];

/** Id of the glossary entry of a term. */
export function termAnchor({ name }: Term): string {
  return `term-${name.replaceAll(' ', '-')}`;
}
