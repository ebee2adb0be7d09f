import React, { type ReactNode } from 'react';
import type { MqttEntry } from '@site/src/mqtt-console/entry';
import { textField } from '@site/src/mqtt-console/request-id';

/** Tells screen readers what has arrived last; the timeline shows it. */
export default function Arrivals({
  entries,
}: {
  readonly entries: readonly MqttEntry[];
}): ReactNode {
  const last = entries.findLast(({ kind }) => kind === 'in');
  const topic = last?.kind === 'in' ? last.topic.split('/').slice(3).join('/') : '';
  const id = last?.kind === 'in' ? (textField(last.text, 'reqId') ?? '') : '';
  return (
    <p className="mqtt__spoken" aria-live="polite">
      {topic !== '' && `Arrived: ${topic} ${id}`}
    </p>
  );
}
