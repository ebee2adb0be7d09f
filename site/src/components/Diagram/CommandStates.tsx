import React, { type ReactNode } from 'react';
import Figure from './Figure';
import { Arrow, Frame, Note, State, Text } from './shapes';

const steps = [
  '`commands/send` creates the command as `pending`.',
  'The device reports `received`, then `processing`. A state only moves forward.',
  'From any of these three states, the device can conclude the command with `success` or `failure`. After that, its state does not change, and the command is no longer in the list of the device.',
  'While the command is `pending`, your back end can cancel it: `invalidated`.',
  'A command that is not concluded before its expiry is expired. `expired` is a flag in addition to the last state, not a state.',
];

/**
 * The states of a command and their transitions.
 * Sources: guides.md 13; device-api.md 5a commands-update-status; platform-api.md 2.12 and command-invalidate.
 */
export default function CommandStates(): ReactNode {
  return (
    <Figure
      title="Command states"
      summary="A command is pending, received, processing and then success or failure; it can also be invalidated while pending, or expire."
      caption="A command only moves forward."
      steps={steps}
      height={356}
    >
      <Frame at={[1, 50, 206, 206]}>
        <Text at={[104, 14]} anchor="middle" lines={['`commands/send`']} />
      </Frame>
      <Arrow path={[104, 22, 104, 66]} />
      <State at={[44, 66, 120]} name="pending" />
      <Arrow path={[104, 100, 104, 136]} />
      <State at={[44, 136, 120]} name="received" />
      <Arrow path={[104, 170, 104, 206]} />
      <State at={[44, 206, 120]} name="processing" />
      <Arrow path={[164, 83, 270, 83]} />
      <Text at={[238, 75]} anchor="middle" lines={['cancel']} />
      <State at={[270, 66, 129]} name="invalidated" />
      <Note at={[334, 118]} anchor="middle" lines={['by your back end,', 'only while pending']} />
      <Arrow dashed path={[207, 223, 270, 223]} />
      <Text at={[238, 215]} anchor="middle" lines={['expiry']} />
      <State at={[270, 206, 129]} name="expired" tone="flag" />
      <Note at={[334, 258]} anchor="middle" lines={['a flag beside', 'the last state']} />
      <Arrow path={[50, 256, 50, 312]} />
      <Arrow path={[158, 256, 158, 312]} />
      <Note at={[104, 288]} anchor="middle" lines={['from any']} />
      <State at={[1, 312, 98]} name="success" tone="final" />
      <State at={[109, 312, 98]} name="failure" tone="final" />
      <Note at={[222, 326]} lines={['concluded by the device:', 'no further updates']} />
    </Figure>
  );
}
