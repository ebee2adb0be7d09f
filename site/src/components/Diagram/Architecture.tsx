import React, { type ReactNode } from 'react';
import Figure from './Figure';
import { Arrow, Badge, Box, Frame, Text } from './shapes';

const steps = [
  'A device or gateway calls `https://device.{region}.anedya.io/v1` with its connection key.',
  'A device or gateway publishes to `mqtt.{region}.anedya.io`, port 8883 (TLS) or 8804 (WebSocket), with its device UUID and its connection key.',
  'Over the same MQTT session, the platform pushes commands and value-store changes.',
  'Your back end calls the Platform API, `https://api.{region}.anedya.io/v1`, with its API key. It gives the front end an access token.',
  'The front end calls the same API with requests that it signs with the access token.',
  'Streams send live data to the front end over WebSocket.',
  'For an OTA update, the device downloads the file from the link in `asseturl`, which expires.',
];

/**
 * The seven paths between devices, platform and applications, numbered like the table on the page.
 * Sources: guides.md 4; device-api.md 2 and 3; platform-api.md 2.1.
 */
export default function Architecture(): ReactNode {
  return (
    <Figure
      title="Architecture"
      summary="Devices, at the top, and your applications, at the bottom, connect to the platform through five entry points, on seven numbered paths."
      caption="Seven paths to and from the platform, numbered like the table."
      steps={steps}
      height={406}
    >
      <Frame at={[1, 112, 398, 182]}>
        <Text at={[200, 217]} anchor="middle" kind="name" lines={['Anedya platform']} />
      </Frame>
      <Box at={[1, 1, 398, 54]} name="Devices and gateways" lines={['connection key']} />
      <Box
        at={[9, 122, 128, 72]}
        tone="key"
        name="HTTPS"
        lines={['`device.{region}`', '`.anedya.io/v1`']}
      />
      <Box
        at={[144, 122, 122, 72]}
        tone="key"
        name="MQTT"
        lines={['`mqtt.{region}`', '`.anedya.io`']}
      />
      <Box
        at={[273, 122, 118, 72]}
        tone="key"
        name="OTA files"
        lines={['expiring link', '`asseturl`']}
      />
      <Box
        at={[9, 230, 226, 54]}
        tone="key"
        name="Platform API"
        lines={['`api.{region}.anedya.io`']}
      />
      <Box at={[242, 230, 149, 54]} tone="key" name="Streams" lines={['WebSocket']} />
      <Box at={[1, 351, 130, 54]} name="Back end" lines={['API key']} />
      <Box at={[193, 351, 206, 54]} name="Front end" lines={['access token']} />
      <Arrow path={[33, 55, 33, 122]} />
      <Arrow path={[168, 55, 168, 122]} />
      <Arrow path={[242, 122, 242, 55]} />
      <Arrow path={[304, 55, 304, 122]} />
      <Arrow path={[33, 351, 33, 284]} />
      <Arrow path={[213, 351, 213, 284]} />
      <Arrow path={[324, 284, 324, 351]} />
      <Arrow path={[131, 378, 193, 378]} />
      <Badge at={[33, 84]} n={1} />
      <Text at={[48, 88]} lines={['requests']} />
      <Badge at={[168, 84]} n={2} />
      <Text at={[183, 88]} lines={['topics']} />
      <Badge at={[242, 84]} n={3} />
      <Text at={[257, 88]} lines={['push']} />
      <Badge at={[304, 84]} n={7} />
      <Text at={[319, 88]} lines={['download']} />
      <Badge at={[33, 322]} n={4} />
      <Text at={[48, 326]} lines={['requests']} />
      <Badge at={[213, 322]} n={5} />
      <Text at={[228, 318]} lines={['signed', 'requests']} />
      <Badge at={[324, 322]} n={6} />
      <Text at={[339, 326]} lines={['live data']} />
      <Text at={[160, 371]} anchor="middle" lines={['token']} />
    </Figure>
  );
}
