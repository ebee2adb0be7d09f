import type { Json } from '../project.ts';
import { done, task, unless, type Task } from '../task.ts';

const day = 86_400_000;
const now = () => Date.now();

export const timeTasks: readonly Task[] = [
  task({
    id: 'read-history',
    theme: 'units',
    prepare: async (project) => {
      const device = await project.createNode('Cellar');
      const variable = await project.createVariable('cellar_temp');
      const at = Math.floor((now() - 3 * day) / 1000) * 1000;
      const points = [-2, -1, 0, 1, 2].map((hour): [number, number] => [
        at + hour * 3_600_000,
        11 + hour / 4,
      ]);
      await project.submit(device, variable, points);
      return { ...device, variable, at: new Date(at), value: 11 };
    },
    goal: ({ nodeId, variable, at }) =>
      `What was the value of "${variable}" of the node ${nodeId} at ${at.toISOString()}? Report the number.`,
    check: (_project, given, { value }) =>
      unless(value === String(given.value), `the value is ${String(value)}`),
    accepted: async (project, { nodeId, variable, at }) => {
      const points = await project.points(nodeId, variable);
      return done(points.find(({ timestamp }) => timestamp === at.getTime() / 1000)?.value);
    },
    wrong: {
      'the latest value': async (project, { nodeId, variable }) =>
        done((await project.points(nodeId, variable)).at(-1)?.value),
      'the first value': async (project, { nodeId, variable }) =>
        done((await project.points(nodeId, variable))[0]?.value),
    },
  }),

  task({
    id: 'mean-of-a-local-day',
    theme: 'time zones',
    prepare: async (project) => {
      const device = await project.createNode('Roof');
      const variable = await project.createVariable('roof_temp');
      // 18:30 UTC is midnight in Kolkata, which has had one offset since 1945.
      const midnight = Math.floor(now() / day) * day - 4 * day + 18.5 * 3_600_000;
      const points = Array.from({ length: 96 }, (_, index): [number, number] => [
        midnight - day + index * 1_800_000 + 60_000,
        index,
      ]);
      await project.submit(device, variable, points);
      const local = points.filter(([time]) => time >= midnight && time < midnight + day);
      const mean = local.reduce((sum, [, value]) => sum + value, 0) / local.length;
      const date = new Date(midnight + 12 * 3_600_000).toISOString().slice(0, 10);
      return { ...device, variable, date, midnight, mean };
    },
    goal: ({ nodeId, variable, date }) =>
      `What was the mean of "${variable}" of the node ${nodeId} on the calendar day ${date} in the time zone Asia/Kolkata? Let the platform aggregate. Report the number.`,
    check: (_project, { mean }, { value }) =>
      unless(
        Math.abs(Number(value) - mean) < 1e-9,
        `the value is ${String(value)} instead of ${mean}`,
      ),
    accepted: async (project, { nodeId, variable, midnight }) => {
      const { data } = await project.platform('/aggregates/variable/byTime', {
        variable,
        from: midnight / 1000,
        to: (midnight + day) / 1000 - 1,
        config: {
          aggregation: { compute: 'avg', forEachNode: true },
          interval: { measure: 'day', interval: 1 },
          responseOptions: { timezone: 'Asia/Kolkata' },
          filter: { nodes: [nodeId], type: 'include' },
        },
      });
      const [bucket] = (data as Record<string, Json[]>)[nodeId] ?? [];
      return done(bucket?.aggregate);
    },
    wrong: {
      'the day in UTC': async (project, { nodeId, variable, date }) => {
        const from = Date.parse(date) / 1000;
        const points = (await project.points(nodeId, variable)).filter(
          ({ timestamp }) => timestamp >= from && timestamp < from + day / 1000,
        );
        const sum = points.reduce((total, { value }) => total + Number(value), 0);
        return done(sum / points.length);
      },
      'all points': async (project, { nodeId, variable }) => {
        const points = await project.points(nodeId, variable);
        return done(points.reduce((sum, { value }) => sum + Number(value), 0) / points.length);
      },
    },
  }),

  task({
    id: 'find-log-line',
    theme: 'units',
    prepare: async (project) => {
      const device = await project.createNode('Gate');
      const at = Math.floor((now() - day) / 1000) * 1000 + 137;
      const data = [-1, 0, 1].map((second) => ({
        timestamp: at + second * 1000,
        log: `event ${at + second * 1000}`,
      }));
      await project.device(device, '/logs/submitLogs', { data });
      return { ...device, at: new Date(at) };
    },
    goal: ({ nodeId, at }) =>
      `Report the text of the log line that the device of the node ${nodeId} wrote at ${at.toISOString()}.`,
    check: (_project, { at }, { value }) =>
      unless(value === `event ${at.getTime()}`, `the value is ${String(value)}`),
    accepted: async (project, { nodeId, at }) => {
      const range = { from: at.getTime(), to: at.getTime() };
      const { data } = await project.platform('/logs/getLogs', { nodeid: nodeId, ...range });
      return done((data as Json[])[0]?.log);
    },
    wrong: { 'the next line': (_project, { at }) => done(`event ${at.getTime() + 1000}`) },
  }),
];
