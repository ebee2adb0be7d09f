import type { CommandTable } from '../../store/tables/commands.ts';

/** States a device reports, in the order it may move through them. */
const order = ['pending', 'received', 'processing', 'success'] as const;

export type ReportedState = 'received' | 'processing' | 'success' | 'failure';

/** States in which a command still waits for its device. */
export const openStates = ['pending', 'received', 'processing'];

function rank(state: string): number {
  // Both conclude the command: neither is ahead of the other.
  return order.indexOf((state === 'failure' ? 'success' : state) as (typeof order)[number]);
}

export function isOpen(state: string): boolean {
  return openStates.includes(state);
}

/** States that a report may find the command in: those before it, and itself, as a device may send a report twice. */
export function statesBefore(report: ReportedState): string[] {
  return openStates.filter((state) => rank(state) <= rank(report));
}

/** Whether the command was not concluded in time. That is not a state: the last one stays. */
export function hasExpired(
  { status, expires }: Pick<CommandTable, 'status' | 'expires'>,
  now: number,
): boolean {
  return isOpen(status) && expires <= now;
}
