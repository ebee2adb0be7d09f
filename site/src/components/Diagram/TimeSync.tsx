import React, { type ReactNode } from 'react';
import Figure from './Figure';
import { Arrow, Box, Lane, Note, Text } from './shapes';

const steps = [
  'T1: the device reads its clock and immediately sends the time as `deviceSendTime`, in milliseconds. It can be the time since boot. Example: 52000.',
  'T2: the server records when the request arrives, as `serverReceiveTime`, in Unix milliseconds. Example: 1767225600100.',
  'T3: the server records when it responds, as `serverSendTime`, in Unix milliseconds. Example: 1767225600100. The response contains T1, T2 and T3.',
  'T4: the device reads the same clock when the response arrives. Example: 52200.',
  'The device computes now = (T2 + T3 + T4 − T1) / 2. Example: 1767225600200.',
];

const times = [
  ['T1', '`deviceSendTime`', '`52000`'],
  ['T2', '`serverReceiveTime`', '`1767225600100`'],
  ['T3', '`serverSendTime`', '`1767225600100`'],
  ['T4', 'device clock on arrival', '`52200`'],
] as const;

/**
 * The four timestamps of one synchronization, with the example of the operation's page.
 * Source: device-api.md 5a http-time-sync.
 */
export default function TimeSync(): ReactNode {
  return (
    <Figure
      title="Time synchronization"
      summary="The device sends T1, the server adds T2 and T3, and the device records T4. From these four times, it computes the current time."
      caption="One request, four times. All values are milliseconds."
      steps={steps}
      height={414}
    >
      <Lane x={90} y={1} w={120} name="Device" end={240} />
      <Lane x={310} y={1} w={120} name="Server" end={240} tone="key" />
      <Arrow path={[90, 78, 305, 113]} />
      <Arrow path={[305, 171, 90, 206]} />
      <path className="diagram__busy" d="M310 114V170" />
      <Text at={[200, 78]} anchor="middle" lines={['`POST /v1/time`']} />
      <Text at={[200, 212]} anchor="middle" lines={['T1, T2, T3']} />
      <Text at={[76, 82]} anchor="end" kind="name" lines={['T1']} />
      <Text at={[324, 118]} kind="name" lines={['T2']} />
      <Text at={[324, 174]} kind="name" lines={['T3']} />
      <Text at={[76, 210]} anchor="end" kind="name" lines={['T4']} />
      {times.map(([name, meaning, example], index) => (
        <React.Fragment key={name}>
          <Text at={[10, 270 + index * 20]} kind="name" lines={[name]} />
          <Text at={[40, 270 + index * 20]} lines={[meaning]} />
          <Note at={[390, 270 + index * 20]} anchor="end" lines={[example]} />
        </React.Fragment>
      ))}
      <Box
        at={[1, 351, 398, 62]}
        tone="key"
        name="now = (T2 + T3 + T4 − T1) / 2"
        lines={['`1767225600200`']}
      />
    </Figure>
  );
}
