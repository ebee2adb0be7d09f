import { useEffect, useState } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { loadMqttFacts } from './facts';
import type { MqttFacts } from '@site/src/contracts/mqtt-facts';

/** Fetches the topics and operations of the Device API. Undefined until they have arrived. */
export default function useMqttFacts(): MqttFacts | 'failed' | undefined {
  const address = useBaseUrl('/operations/topics/device.json');
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
  return facts;
}
