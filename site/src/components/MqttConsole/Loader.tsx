import React, { useEffect, useState, type ReactNode } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { loadMqttFacts, type MqttFacts } from '@site/src/mqtt-console/facts';
import Console from './Console';

/** The console, once the topics and calls of the document are there. */
export default function Loader({ onClose }: { readonly onClose: () => void }): ReactNode {
  const address = useBaseUrl('/calls/topics/device.json');
  const [facts, setFacts] = useState<MqttFacts | 'failed'>();
  useEffect(() => {
    let isCurrent = true;
    const keep = (value: MqttFacts | 'failed') => {
      if (isCurrent) setFacts(value);
    };
    loadMqttFacts(address).then(keep, () => keep('failed'));
    return () => {
      isCurrent = false;
    };
  }, [address]);
  if (facts === 'failed') {
    return <p role="alert">The topics could not be loaded. Reload the page and try again.</p>;
  }
  return facts && <Console facts={facts} onClose={onClose} />;
}
