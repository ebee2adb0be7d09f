import type { ValueName } from '../../values/store';

/** One value of the panel that is typed. */
export interface ValueField {
  readonly name: Exclude<ValueName, 'region'>;
  readonly label: string;
  readonly hint: string;
  readonly isSecret: boolean;
}

/** In the order of the panel, after the region. */
export const valueFields: readonly ValueField[] = [
  {
    name: 'nodeId',
    label: 'Node id',
    hint: 'Of the node your calls are about. Stands in bodies and programs.',
    isSecret: false,
  },
  {
    name: 'deviceId',
    label: 'Device UUID',
    hint: 'UUID of the physical device. Stands in topics, bodies and programs.',
    isSecret: false,
  },
  {
    name: 'connectionKey',
    label: 'Connection key',
    hint: 'Secret of the node, for calls of the Device API.',
    isSecret: true,
  },
  {
    name: 'apiKey',
    label: 'API key',
    hint: 'Secret of the project, for calls of the Platform API.',
    isSecret: true,
  },
  {
    name: 'tokenId',
    label: 'Access token id',
    hint: 'Names the access token that signs requests.',
    isSecret: false,
  },
  {
    name: 'tokenSecret',
    label: 'Access token secret',
    hint: 'Signs requests in your browser; it is never part of one.',
    isSecret: true,
  },
];
