import React, { type ReactNode } from 'react';
import Figure from './Figure';
import { Arrow, Box, Note, Text } from './shapes';

const steps = [
  'A physical device has a device UUID, fixed for its whole life. A node has a connection key and a binding secret.',
  'Pre-authorization: your back end attaches the device UUID to the node with `/node/authorize`.',
  'Or binding: the device sends its UUID and the binding secret with `/v1/bindDevice`. The secret is required in addition to the connection key, works once and then changes.',
  'The device connects as the node. Over HTTPS the connection key is the value of `Authorization`; over MQTT the user name is the device UUID and the password is the connection key.',
  'A device that is neither pre-authorized nor bound is unauthorized.',
];

/**
 * How a node learns the UUID of its device.
 * Sources: device-api.md 5a binddevice; platform-api.md 2.3 and node-authorize; guides.md 5 and 26.
 */
export default function DeviceIdentity(): ReactNode {
  return (
    <Figure
      title="Identity and binding"
      summary="A node learns the UUID of its device by pre-authorization or by binding; then the device connects with the connection key."
      caption="Two ways to link a device to its node. One is enough."
      steps={steps}
      height={414}
    >
      <Box at={[1, 1, 184, 54]} name="Your back end" lines={['API key']} />
      <Box at={[215, 1, 184, 54]} name="Physical device" lines={['device UUID']} />
      <Arrow path={[20, 55, 20, 150]} />
      <Text at={[34, 82]} kind="name" lines={['Pre-authorization']} />
      <Text at={[34, 101]} lines={['`/node/authorize`']} />
      <Note at={[34, 120]} lines={['device UUID']} />
      <Arrow path={[234, 55, 234, 150]} />
      <Text at={[248, 82]} kind="name" lines={['Binding']} />
      <Text at={[248, 101]} lines={['`/v1/bindDevice`']} />
      <Note at={[248, 120]} lines={['device UUID and', 'binding secret']} />
      <Note at={[205, 101]} anchor="middle" lines={['or']} />
      <Box
        at={[1, 150, 398, 88]}
        tone="key"
        name="Node"
        lines={[
          'knows the device UUID',
          'has a connection key',
          'has a binding secret, new after each bind',
        ]}
      />
      <Arrow path={[200, 238, 200, 290]} />
      <Text at={[214, 268]} lines={['connection key']} />
      <Box
        at={[1, 290, 398, 88]}
        name="Device connects as the node"
        lines={[
          'HTTPS: key as value of `Authorization`',
          'MQTT: key as password; user name and',
          'client id are the device UUID',
        ]}
      />
      <Note at={[200, 406]} anchor="middle" lines={['With neither, the device is unauthorized.']} />
    </Figure>
  );
}
