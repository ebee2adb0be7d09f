import React, { type ReactNode } from 'react';
import Figure from './Figure';
import { Arrow, Note, State, Text } from './shapes';

const steps = [
  '`assets/create` makes the asset; its state is `uploadpending`. You upload the file and mark the asset as uploaded.',
  'A file sent in a single request: the asset becomes `deployable`.',
  'A multipart upload: the asset is `queued`, then `merging` while its parts are joined. Joining ends in `deployable` or in `mergefailed`.',
  'Only a `deployable` asset can be deployed.',
  'The order of the states is unconfirmed.',
];

/**
 * The states of an asset.
 * Sources: guides.md 19; platform-api.md 2.12 and post-assets-complete-upload.
 */
export default function OtaAsset(): ReactNode {
  return (
    <Figure
      title="States of an asset"
      summary="An asset starts as uploadpending and becomes deployable, directly or through queued and merging; joining can end in mergefailed."
      caption="From an upload to an asset that can be deployed. The order is unconfirmed."
      steps={steps}
      height={350}
    >
      <Text at={[200, 14]} anchor="middle" lines={['`assets/create`']} />
      <Arrow path={[200, 22, 200, 54]} />
      <State at={[116, 54, 168]} name="uploadpending" />
      <Text at={[200, 110]} anchor="middle" lines={['upload, then', 'mark as uploaded']} />
      <Arrow path={[116, 71, 60, 71, 60, 312]} />
      <Note at={[72, 190]} lines={['single', 'request']} />
      <Arrow path={[284, 71, 330, 71, 330, 166]} />
      <Note at={[318, 150]} anchor="end" lines={['multipart']} />
      <State at={[262, 166, 137]} name="queued" />
      <Arrow path={[330, 200, 330, 236]} />
      <State at={[262, 236, 137]} name="merging" />
      <Arrow path={[330, 270, 330, 312]} />
      <Arrow path={[262, 253, 110, 253, 110, 312]} />
      <Note at={[190, 245]} anchor="middle" lines={['parts joined']} />
      <State at={[1, 312, 150]} name="deployable" tone="final" />
      <State at={[262, 312, 137]} name="mergefailed" />
    </Figure>
  );
}
