import type { MqttEntry } from './entry';
import { textField } from './request-id';

/** States a device can report, in their order (reference/device-api.md, 4). */
export const reports = ['received', 'processing', 'success', 'failure'] as const;
export type Report = (typeof reports)[number];

/** Those that conclude a command. */
const concluding: readonly string[] = ['success', 'failure'];

function saysSuccess(text: string): boolean {
  try {
    return (JSON.parse(text) as { success?: unknown }).success === true;
  } catch {
    return false;
  }
}

/** State that the device has reported last of a command, as far as the broker took it. */
export function reportedState(
  list: readonly MqttEntry[],
  updateTopic: string,
  commandId: string,
): string | undefined {
  const taken = new Set(
    list.flatMap((entry) =>
      entry.kind === 'in' && entry.answers !== undefined && saysSuccess(entry.text)
        ? [entry.answers]
        : [],
    ),
  );
  const report = list.findLast(
    (entry) =>
      entry.kind === 'out' &&
      entry.topic === updateTopic &&
      taken.has(entry.id) &&
      textField(entry.text, 'commandId') === commandId,
  );
  return report?.kind === 'out' ? textField(report.text, 'status') : undefined;
}

/** What can be reported next: states go forward only. */
export function nextReports(state: string | undefined): readonly Report[] {
  if (state !== undefined && concluding.includes(state)) return [];
  return reports.slice(reports.findIndex((report) => report === state) + 1);
}
