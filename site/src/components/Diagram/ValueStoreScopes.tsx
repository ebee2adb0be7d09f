import React, { type ReactNode } from 'react';
import Figure from './Figure';
import { Arrow, Box, Text } from './shapes';

const steps = [
  'The platform side reads and writes both kinds of namespace: your back end with the API key, a front end with an access token whose policy allows it.',
  'The namespace of a node has the scope `node` and the node id on the platform, and the scope `self` with an empty id on the device. It is unconfirmed that both name the same namespace.',
  'Only the device of this node and the platform side can access it. The device reads and writes it.',
  'A global namespace has the scope `global` and an id of your choice, such as `MODEL_X_v2`. The devices of all nodes read it.',
  'Whether devices may write to a global namespace is unconfirmed.',
];

/**
 * Who can read and write which namespace.
 * Sources: guides.md 21; platform-api.md 5 valuestore-create-value; device-api.md 5a valuestore-get-value and
 * valuestore-set-value.
 */
export default function ValueStoreScopes(): ReactNode {
  return (
    <Figure
      title="Namespaces of the value store"
      summary="The platform side reads and writes node and global namespaces; a device reads and writes its own and reads global ones."
      caption="Each node has a separate namespace. Global namespaces are for all nodes."
      steps={steps}
      height={344}
    >
      <Box at={[1, 1, 398, 54]} name="Platform side" lines={['API key or access token']} />
      <Arrow both path={[95, 55, 95, 110]} />
      <Text at={[108, 87]} lines={['read, write']} />
      <Arrow both path={[305, 55, 305, 110]} />
      <Text at={[318, 87]} lines={['read, write']} />
      <Box
        at={[1, 110, 190, 90]}
        tone="key"
        name="Namespace of a node"
        lines={['platform: `node`, node id', 'device: `self`']}
      />
      <Box
        at={[209, 110, 190, 90]}
        tone="key"
        name="Global namespace"
        lines={['`global`, id of your choice', 'such as `MODEL_X_v2`']}
      />
      <Arrow both path={[30, 200, 30, 289]} />
      <Text at={[43, 249]} lines={['read, write']} />
      <Arrow path={[254, 200, 254, 244, 154, 244, 154, 289]} />
      <Text at={[204, 236]} anchor="middle" lines={['read']} />
      <Arrow path={[344, 200, 344, 289]} />
      <Text at={[331, 249]} anchor="end" lines={['read']} />
      <Box at={[1, 289, 190, 54]} name="Device" lines={['of this node']} />
      <Box at={[209, 289, 190, 54]} name="Devices" lines={['of all other nodes']} />
    </Figure>
  );
}
