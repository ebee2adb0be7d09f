import React, { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { browserSession } from '@site/src/mqtt-console/browser-session';
import { demoNode } from '@site/src/sandbox/credentials';
import type { MqttFacts } from '@site/src/mqtt-console/facts';
import { timeline } from '@site/src/mqtt-console/timeline';
import '@site/src/components/Send/styles.css';
import Arrivals from './Arrivals';
import Connection from './Connection';
import Limits from './Limits';
import Publish from './Publish';
import SendCommand from './SendCommand';
import './styles.css';
import Timeline from './Timeline';
import { useReports } from './use-reports';
import { useTabCalls } from './use-tab-calls';

interface Props {
  readonly facts: MqttFacts;
  readonly onClose: () => void;
}

/** A device of the tab's sandbox project over MQTT: what it publishes, what arrives, and what the tab calls over HTTP. */
export default function Console({ facts, onClose }: Props): ReactNode {
  const session = browserSession(facts);
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState);
  const calls = useTabCalls();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    session.arrive();
    return () => session.leave();
  }, [session]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const { link, project, entries } = state;
  const isConnected = link.kind === 'connected';
  const node = project && demoNode(project);
  const entriesShown = timeline(entries, calls.list, state.clearedAt);
  const reporting = useReports(facts, session, state);
  const close = () => {
    session.disconnect();
    onClose();
  };
  return (
    <section className="runner mqtt" aria-labelledby="mqtt-console" data-as-is>
      <header className="runner__head">
        <h3 id="mqtt-console" ref={heading} tabIndex={-1}>
          MQTT console
        </h3>
        <button type="button" className="runner__quiet" onClick={close}>
          Close
        </button>
      </header>
      <Connection session={session} state={state} />
      <div className="mqtt__actions">
        <Publish
          facts={facts}
          project={project}
          entries={entries}
          isConnected={isConnected}
          onPublish={(topic, text, qos) => session.publish(topic, text, qos)}
        />
        <SendCommand project={project} isConnected={isConnected} onSent={calls.remember} />
      </div>
      <Timeline
        entries={entriesShown}
        topicPrefix={facts.topicPrefix}
        deviceId={node?.deviceId}
        reporting={isConnected ? reporting : undefined}
        onClear={() => session.clear()}
      />
      <Arrivals entries={entries} />
      <Limits />
    </section>
  );
}
