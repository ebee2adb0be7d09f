import React, { type ReactNode } from 'react';
import Figure from './Figure';
import { Arrow, Lane, Note, Text } from './shapes';

const device = 52;
const broker = 348;

interface Group {
  readonly name: string;
  readonly suffixes: readonly string[];
}

const publishes: readonly Group[] = [
  {
    name: 'Data and events',
    suffixes: [
      'submitdata/json',
      'gateway/submitdata/json',
      'logs/submitLogs/json',
      'events/submit/json',
      'heartbeat/json',
    ],
  },
  {
    name: 'Commands',
    suffixes: ['commands/next/json', 'commands/list/json', 'commands/updateStatus/json'],
  },
  {
    name: 'Value store',
    suffixes: [
      'valuestore/setValue/json',
      'valuestore/getValue/json',
      'valuestore/scan/json',
      'valuestore/delete/json',
    ],
  },
  { name: 'Updates', suffixes: ['ota/next/json', 'ota/current/json', 'ota/updateStatus/json'] },
  { name: 'Time and binding', suffixes: ['time/json', 'bindDevice/json'] },
];

const subscribes: readonly Group[] = [
  { name: 'Replies', suffixes: ['response', 'errors'] },
  { name: 'Pushed', suffixes: ['commands', 'valuestore/updates/json'] },
];

const list = ({ suffixes }: Group): string => suffixes.map((suffix) => `\`${suffix}\``).join(', ');

const steps = [
  'Every topic starts with `$anedya/device/{deviceId}/`.',
  ...publishes.map((group) => `The device publishes to ${list(group)} (${group.name}).`),
  ...subscribes.map((group) => `The device subscribes to ${list(group)} (${group.name}).`),
];
const lines = (group: Group): number => group.suffixes.length;

interface RowsProps {
  readonly groups: readonly Group[];
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

/** Each group: its name, its topics, and one arrow for all of them. */
function Rows({ groups, y, from, to }: RowsProps): ReactNode {
  return groups.map((group, index) => {
    const above = groups.slice(0, index).reduce((sum, other) => sum + 47 + lines(other) * 17, y);
    const arrow = above + 13 + lines(group) * 17;
    const topics = group.suffixes.map((suffix) => `\`${suffix}\``);
    return (
      <React.Fragment key={group.name}>
        <Text at={[200, above]} anchor="middle" kind="name" lines={[group.name]} />
        <Text at={[200, above + 18]} anchor="middle" lines={topics} />
        <Arrow path={[from, arrow, to, arrow]} />
      </React.Fragment>
    );
  });
}

/**
 * Topics that a device publishes and subscribes to, without unconfirmed ones.
 * Sources: device-api.md 3.2, 5 and 8.
 */
export default function MqttTopics(): ReactNode {
  return (
    <Figure
      title="MQTT topics of a device"
      summary="The device publishes to seventeen topics and subscribes to four."
      caption="Arrows to the right are published, arrows to the left are subscribed."
      steps={steps}
      height={801}
    >
      <Lane x={device} y={1} w={102} name="Device" end={800} />
      <Lane x={broker} y={1} w={102} name="Broker" end={800} tone="key" />
      <Note at={[200, 58]} anchor="middle" lines={['publishes']} />
      <Rows groups={publishes} y={84} from={device} to={broker} />
      <Note at={[200, 615]} anchor="middle" lines={['subscribes to']} />
      <Rows groups={subscribes} y={641} from={broker} to={device} />
    </Figure>
  );
}
