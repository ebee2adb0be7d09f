import React, { type ReactNode } from 'react';
import type { Entry } from '@site/src/mqtt-console/entry';
import { ownTopic } from '@site/src/mqtt-console/facts';
import { timelineLength } from '@site/src/mqtt-console/timeline';
import HttpItem from './HttpItem';
import MessageItem from './MessageItem';
import Time from './Time';
import type { Reporting } from './use-reports';

interface Props {
  /** The newest first. */
  readonly entries: readonly Entry[];
  /** With `{deviceId}`. */
  readonly topicPrefix: string;
  readonly deviceId: string | undefined;
  readonly reporting: Reporting | undefined;
  readonly onClear: () => void;
}

function Item(props: Omit<Props, 'entries' | 'onClear'> & { entry: Entry; all: readonly Entry[] }) {
  const { entry, all, topicPrefix, deviceId, reporting } = props;
  if (entry.kind === 'http') return <HttpItem {...entry} />;
  if (entry.kind === 'note') {
    return (
      <li className="mqtt__note">
        <Time at={entry.at} />{' '}
        <span className={entry.isGood ? undefined : 'runner__status--bad'}>{entry.text}</span>
      </li>
    );
  }
  const prefix = deviceId === undefined ? topicPrefix : ownTopic(topicPrefix, deviceId);
  return <MessageItem entry={entry} all={all} prefix={prefix} reporting={reporting} />;
}

/** What was published, what arrived and what the tab called over HTTP, the newest first. */
export default function Timeline(props: Props): ReactNode {
  const { entries, onClear, ...shared } = props;
  return (
    <div className="mqtt__timeline">
      <div className="runner__line">
        <h4>Timeline</h4>
        {entries.length > 0 && (
          <button type="button" className="runner__quiet" onClick={onClear}>
            Clear
          </button>
        )}
      </div>
      <p className="runner__hint">
        {entries.length === 0
          ? 'Messages and the HTTP calls of this tab will show here, the newest first.'
          : `The newest first, up to ${timelineLength}. … stands for the prefix of the device’s topics.`}
      </p>
      {entries.length > 0 && (
        <ol>
          {entries.map((entry) => (
            <Item
              key={entry.kind === 'http' ? entry.past.id : entry.id}
              {...shared}
              entry={entry}
              all={entries}
            />
          ))}
        </ol>
      )}
    </div>
  );
}
