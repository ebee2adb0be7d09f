import { useEffect, useState } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import type { MqttEntry } from '@site/src/mqtt-console/entry';
import type { MqttFacts } from '@site/src/mqtt-console/facts';
import { requestBody } from '@site/src/mqtt-console/request-body';
import { requestId, textField, withRequestId } from '@site/src/mqtt-console/request-id';
import type { Call } from '@site/src/runner/call';
import { loadCall } from '@site/src/runner/load-call';
import type { SandboxProject } from '@site/src/sandbox/read-project';
import { newRequestId } from './new-request-id';

/** The call a reader most likely begins with. */
const firstCall = 'submitdata';

/** A request of the guides that no document describes (reference/device-api.md, 6). */
const guideSuffix = 'heartbeat/json';

/** Id of the command that arrived last. */
function lastCommand(entries: readonly MqttEntry[]): string | undefined {
  const last = entries.findLast(
    (entry) => entry.kind === 'in' && textField(entry.text, 'commandId') !== undefined,
  );
  return last?.kind === 'in' ? textField(last.text, 'commandId') : undefined;
}

/** The request that the reader is about to publish. */
export function useRequest(
  facts: MqttFacts,
  project: SandboxProject | undefined,
  entries: readonly MqttEntry[],
) {
  const base = useBaseUrl('/calls/device/');
  // Empty: a topic of the reader's own.
  const [chosen, setChosen] = useState(firstCall);
  const [call, setCall] = useState<Call>();
  const [edited, setEdited] = useState<string>();
  const [ownSuffix, setSuffix] = useState(guideSuffix);
  // Points in time of the example follow it; a time of their own in each rendering would change the text all the while.
  const [chosenAt, setChosenAt] = useState(Date.now);
  const [reqId, setReqId] = useState(newRequestId);

  useEffect(() => {
    if (chosen === '') return undefined;
    let isCurrent = true;
    loadCall(`${base}${chosen}.json`).then(
      (data) => {
        if (isCurrent) setCall(data);
      },
      // The reader can still write a body by hand.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [base, chosen]);

  const own = call?.id === chosen ? call : undefined;
  const commandId = lastCommand(entries);
  const examples = { ...project?.examples, ...(commandId && { 'command id': commandId }) };
  const body = own ? requestBody(own, examples, chosenAt) : {};
  const text = edited ?? withRequestId(JSON.stringify(body), reqId);
  const topic = facts.calls.find(({ id }) => id === chosen)?.topic;
  return {
    chosen,
    call: own,
    text,
    /** Topic below the prefix. */
    suffix: topic?.slice(facts.topicPrefix.length) ?? ownSuffix,
    setSuffix,
    setText: setEdited,
    reset: () => setEdited(undefined),
    choose: (id: string) => {
      setChosen(id);
      setChosenAt(Date.now());
      setEdited(undefined);
    },
    /** A request that the page named gets a name of its own next time; one that the reader named keeps it. */
    published: () => {
      if (requestId(text) !== reqId) return;
      const next = newRequestId();
      setChosenAt(Date.now());
      setReqId(next);
      if (edited !== undefined) setEdited(withRequestId(edited, next));
    },
  };
}
