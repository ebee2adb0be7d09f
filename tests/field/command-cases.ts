import type { BoardWorld, WorldEvent } from './board-world.ts';
import type { Disruption } from './disruptions.ts';
import { mqttFailures, offline, type Failure } from './holds.ts';

const send =
  (data: string, command?: string) =>
  ({ scenario }: BoardWorld) =>
    scenario.sendCommand(data, command).then(() => undefined);

/** Commands of the back end, beside the one that waits in a new project. */
export const commands: readonly WorldEvent[] = [
  { at: 30, run: send('on') },
  { at: 60, run: send('off') },
  { at: 90, run: send('on', 'set-moon') },
];

/** A disruption of the report with a status. */
const atReport = (status: string, effect: Disruption['effect'], times = 1): Disruption => ({
  at: 'commands/updateStatus',
  body: `"status":"${status}"`,
  effect,
  times,
});

const reports: readonly Failure[] = ['received', 'processing', 'success'].flatMap((status) =>
  (['drop', 'lose', 'silence', { reject: 1 }] as const).map((effect) => ({
    name: `report ${status}: ${typeof effect === 'string' ? effect : 'rejected'}`,
    disruptions: [atReport(status, effect)],
  })),
);

/** Every control character has six in JSON: the largest payload needs a buffer of 6 kB. */
const largest = '\u0001'.repeat(1000);

/** Failures of a device with commands, over MQTT. */
export const commandFailures: readonly Failure[] = [
  ...mqttFailures('commands/next'),
  ...reports,
  {
    name: 'a command arrives twice',
    disruptions: [{ at: 'commands', effect: 'repeat', times: 3 }],
  },
  {
    name: 'link lost before the reports, and another command is queued',
    disruptions: [atReport('received', 'drop', 2)],
    events: [{ at: 31, run: send('off') }],
  },
  { name: 'offline while commands are queued', events: offline(20, 400) },
  { name: 'a command with the largest payload', events: [{ at: 45, run: send(largest) }] },
];
