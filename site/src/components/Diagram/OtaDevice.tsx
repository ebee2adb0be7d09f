import React, { type ReactNode } from 'react';
import Figure from './Figure';
import { Arrow, Box, Note, State, Text } from './shapes';

const steps = [
  'The device asks with `ota/next`, for example every 3 hours.',
  'When `deploymentAvailable` is `false`, there is nothing to do until the next interval.',
  'When it is `true`, the device reports `start`. It may report `skipped` instead of a result.',
  'It downloads the file from `asseturl`.',
  'It compares the SHA-256 of the file with `assetChecksum`, and checks the signature when `assetSigned` is `true`.',
  'It installs the file and reports `success`.',
  'When the check or the installation fails, it reports `failure`. After an interrupted download, it reports nothing.',
  'Then it asks again at the next interval.',
];

/**
 * The update loop of a device.
 * Sources: guides.md 20; device-api.md 5a v-1-ota-next and v-1-ota-status-update.
 */
export default function OtaDevice(): ReactNode {
  return (
    <Figure
      title="Update loop of a device"
      summary="The device asks for a deployment, reports start, downloads, checks and installs, and reports success, failure or skipped."
      caption="What the device does for each update."
      steps={steps}
      height={518}
    >
      <Box at={[40, 1, 210, 54]} tone="key" name="Ask" lines={['`ota/next`']} />
      <Arrow path={[250, 28, 306, 28]} />
      <Note at={[278, 20]} anchor="middle" lines={['`false`']} />
      <Box at={[306, 1, 93, 54]} tone="open" lines={['wait, such', 'as 3 hours']} />
      <Arrow path={[145, 55, 145, 108]} />
      <Text at={[157, 86]} lines={['`deploymentAvailable: true`']} />
      <State at={[85, 108, 120]} name="start" />
      <Arrow path={[145, 142, 145, 178]} />
      <Box at={[40, 178, 210, 54]} name="Download" lines={['`asseturl`']} />
      <Arrow path={[145, 232, 145, 262]} />
      <Box
        at={[40, 262, 210, 72]}
        name="Check"
        lines={['`assetChecksum`, SHA-256;', 'signature if `assetSigned`']}
      />
      <Arrow path={[145, 334, 145, 364]} />
      <Box at={[40, 364, 210, 40]} name="Install" />
      <Arrow path={[145, 404, 145, 456]} />
      <State at={[85, 456, 120]} name="success" tone="final" />
      <State at={[289, 108, 110]} name="skipped" tone="final" />
      <State at={[289, 456, 110]} name="failure" tone="final" />
      <Arrow path={[205, 125, 289, 125]} />
      <Arrow path={[250, 298, 344, 298, 344, 456]} />
      <Arrow path={[250, 384, 344, 384, 344, 456]} />
      <Note at={[296, 290]} anchor="middle" lines={['differs']} />
      <Note at={[296, 376]} anchor="middle" lines={['fails']} />
      <Arrow path={[344, 490, 344, 512, 14, 512, 14, 28, 40, 28]} />
      <Arrow path={[145, 490, 145, 512, 14, 512, 14, 28, 40, 28]} />
      <Note at={[26, 504]} lines={['next time']} />
    </Figure>
  );
}
