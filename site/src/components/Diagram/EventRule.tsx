import React, { type ReactNode } from 'react';
import Figure from './Figure';
import { Arrow, Box, Note, Text } from './shapes';

const steps = [
  'The device submits an event with `eventType`, `timestamp` and `data` over MQTT (`events/submit/json`) or HTTP.',
  'Rules do not run for an event that is older than 30 minutes when it arrives.',
  'Rules see the event with these three fields and `eventSource`, the id of its node.',
  'Each rule compares the event with its pattern. An empty pattern, `{}`, matches every event.',
  'When the pattern matches, the rule runs its action. The details of actions are not documented yet.',
];

/**
 * From an event to the action of a rule, as far as Anedya documents it.
 * Sources: guides.md 14, 15 and 16; device-api.md 8 (submit event).
 */
export default function EventRule(): ReactNode {
  return (
    <Figure
      title="Event, rule and action"
      summary="A device submits an event; if it is not older than 30 minutes and a rule's pattern matches, the rule runs its action."
      caption="From an event to an action. Events are in Beta."
      steps={steps}
      height={424}
    >
      <Box at={[1, 1, 250, 38]} name="Device" />
      <Arrow path={[30, 39, 30, 94]} />
      <Text at={[44, 71]} lines={['`events/submit/json`']} />
      <Box at={[1, 94, 250, 72]} name="Event" lines={['`eventType`, `timestamp`,', '`data`']} />
      <Arrow path={[251, 130, 305, 130]} />
      <Box at={[305, 103, 94, 54]} tone="open" lines={['no rule', 'runs']} />
      <Note at={[352, 78]} anchor="middle" lines={['older than', '30 minutes']} />
      <Arrow path={[30, 166, 30, 222]} />
      <Text at={[44, 190]} lines={['plus `eventSource`,', 'the node id']} />
      <Box
        at={[1, 222, 250, 72]}
        tone="key"
        name="Rule"
        lines={['pattern for all events', 'or a subset']}
      />
      <Arrow path={[251, 258, 305, 258]} />
      <Box at={[305, 231, 94, 54]} tone="open" lines={['no', 'action']} />
      <Note at={[352, 222]} anchor="middle" lines={['no match']} />
      <Arrow path={[30, 294, 30, 350]} />
      <Text at={[44, 326]} lines={['match']} />
      <Box
        at={[1, 350, 250, 72]}
        name="Action"
        lines={['such as a webhook;', 'details not documented']}
      />
    </Figure>
  );
}
