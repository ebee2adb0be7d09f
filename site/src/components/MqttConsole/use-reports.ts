import { nextReports, reportedState, type Report } from '@site/src/mqtt-console/command-state';
import type { ConsoleSession, ConsoleState } from '@site/src/mqtt-console/console-session';
import { demoNode } from '@site/src/sandbox/credentials';
import { ownTopic, type MqttFacts } from '@site/src/mqtt-console/facts';
import { newRequestId } from './new-request-id';

/** What the device can say of a command that arrived. */
export interface Reporting {
  /** State that it has reported last; nothing before. */
  readonly stateOf: (commandId: string) => string | undefined;
  readonly next: (state: string | undefined) => readonly Report[];
  readonly report: (commandId: string, status: Report) => void;
}

/** Reports of the connected device; nothing when the document has no call for it, or nobody is connected. */
export function useReports(
  facts: MqttFacts,
  session: ConsoleSession,
  { entries, project }: ConsoleState,
): Reporting | undefined {
  const call = facts.calls.find(({ id }) => id === 'commands-update-status');
  const node = project && demoNode(project);
  if (!call || !node) return undefined;
  const topic = ownTopic(call.topic, node.deviceId);
  return {
    stateOf: (commandId) => reportedState(entries, topic, commandId),
    next: nextReports,
    report: (commandId, status) =>
      session.publish(topic, JSON.stringify({ reqId: newRequestId(), commandId, status }), 1),
  };
}
