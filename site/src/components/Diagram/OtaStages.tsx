import React, { type ReactNode } from 'react';
import Figure from './Figure';
import { Arrow, Box, Frame, Note, Text } from './shapes';

const steps = [
  'A deployment takes one `deployable` asset and a device filter of up to 50 tags, which must all match. An empty filter means every device of the project.',
  'It has 1 to 10 stages. Each stage has a target, `stageTarget`, in devices; with fewer devices the deployment stays in the stage.',
  'When the target is reached, the deployment waits for `delay` and continues with the next stage.',
  'With `autoAbort`, the deployment aborts by itself when the number of failures in `abortCriteria` is reached.',
  'At `deploymentExpiry` the deployment stops, whatever its stage.',
];

/**
 * A staged rollout and what ends it early.
 * Sources: guides.md 19; platform-api.md 5 deployments-create.
 */
export default function OtaStages(): ReactNode {
  return (
    <Figure
      title="Staged deployment"
      summary="Asset and device filter go into a deployment of 1 to 10 stages; too many failures abort it, and its expiry stops it."
      caption="A deployment moves from stage to stage. Failures or its expiry can end it early."
      steps={steps}
      height={448}
    >
      <Box at={[1, 1, 184, 54]} name="Asset" lines={['`deployable`']} />
      <Box at={[215, 1, 184, 54]} name="Device filter" lines={['tags, all must match']} />
      <Arrow path={[70, 55, 70, 118]} />
      <Arrow path={[270, 55, 270, 88, 166, 88, 166, 118]} />
      <Frame at={[1, 118, 398, 329]}>
        <Text at={[14, 142]} kind="name" lines={['Deployment']} />
        <Note at={[386, 142]} anchor="end" lines={['1 to 10 stages']} />
        <Box at={[14, 158, 176, 54]} tone="key" name="Stage 1" lines={['`stageTarget` devices']} />
        <Arrow path={[34, 212, 34, 264]} />
        <Text at={[46, 235]} lines={['target reached,', 'then `delay`']} />
        <Box at={[14, 264, 176, 54]} tone="key" name="Stage 2" lines={['`stageTarget` devices']} />
        <Arrow dashed path={[34, 318, 34, 376]} />
        <Note at={[46, 351]} lines={['up to 10']} />
        <Box
          at={[14, 376, 176, 54]}
          tone="key"
          name="Last stage"
          lines={['`stageTarget` devices']}
        />
        <Arrow path={[190, 185, 226, 185, 226, 291, 262, 291]} />
        <Arrow path={[190, 291, 262, 291]} />
        <Arrow path={[190, 403, 226, 403, 226, 291, 262, 291]} />
        <Box
          at={[262, 246, 124, 90]}
          name="Abort"
          lines={['with `autoAbort`,', 'failures reach', '`abortCriteria`']}
        />
        <Note at={[386, 386]} anchor="end" lines={['any stage ends at', '`deploymentExpiry`']} />
      </Frame>
    </Figure>
  );
}
