import type { Device, Json, Project } from '../project.ts';
import { done, task, unless, type Task } from '../task.ts';

const hour = 3_600_000;

async function sendCommand(project: Project, { nodeId }: Device, command: string): Promise<string> {
  const body = { nodeid: nodeId, command, data: 'on', type: 'string', expiry: Date.now() + hour };
  return String((await project.platform('/commands/send', body)).commandId);
}

const commandOf = (project: Project, commandId: string) =>
  project.platform('/commands/getDetails', { commandId });

/** Times in seconds, as `getData` returns them. */
const second = (milliseconds: number) => Math.floor(milliseconds / 1000);

export const deviceTasks: readonly Task[] = [
  task({
    id: 'submit-past-point',
    theme: 'units',
    prepare: async (project) => {
      const device = await project.createNode('Barn');
      const variable = await project.createVariable('barn_temp');
      return { ...device, variable, at: new Date(second(Date.now() - 5 * hour) * 1000) };
    },
    goal: ({ nodeId, variable, at }) =>
      `As the device of the node ${nodeId}, store 17.5 for "${variable}", measured at ${at.toISOString()}.`,
    check: async (project, { nodeId, variable, at }) => {
      const points = await project.points(nodeId, variable);
      const expected = [{ timestamp: second(at.getTime()), value: 17.5 }];
      return unless(
        JSON.stringify(points) === JSON.stringify(expected),
        `the points are ${JSON.stringify(points)}`,
      );
    },
    accepted: async (project, given) => {
      await project.submit(given, given.variable, [[given.at.getTime(), 17.5]]);
      return done();
    },
    wrong: {
      'the time of the server': async (project, given) => {
        await project.submit(given, given.variable, [[0, 17.5]]);
        return done();
      },
      'seconds instead of milliseconds': async (project, given) => {
        await project
          .submit(given, given.variable, [[second(given.at.getTime()), 17.5]])
          .catch(() => undefined);
        return done();
      },
    },
  }),

  task({
    id: 'submit-position',
    theme: 'onboarding',
    prepare: async (project) => {
      const device = await project.createNode('Truck');
      return { ...device, variable: await project.createVariable('truck_position', 'geo') };
    },
    goal: ({ nodeId, variable }) =>
      `As the device of the node ${nodeId}, store the position 52.52 N, 13.405 E for "${variable}" with the current time.`,
    check: async (project, { nodeId, variable }) => {
      const [point] = await project.points(nodeId, variable);
      const { lat, long } = (point?.value ?? {}) as Json;
      return unless(lat === 52.52 && long === 13.405, `the point is ${JSON.stringify(point)}`);
    },
    accepted: async (project, given) => {
      await project.submit(given, given.variable, [[Date.now(), { lat: 52.52, long: 13.405 }]]);
      return done();
    },
    wrong: {
      'latitude and longitude swapped': async (project, given) => {
        await project.submit(given, given.variable, [[0, { lat: 13.405, long: 52.52 }]]);
        return done();
      },
    },
  }),

  task({
    id: 'display-name',
    theme: 'error recovery',
    prepare: async (project) => {
      const device = await project.createNode('Bed 4');
      const variable = await project.createVariable('soil_t_04', 'float', 'Soil temperature');
      const { totalCount } = await project.platform('/variables/list', { limit: 1000 });
      return { ...device, variable, variables: totalCount };
    },
    goal: ({ nodeId }) =>
      `As the device of the node ${nodeId}, store 14.75 for the variable "Soil temperature" with the current time. Create no variable.`,
    check: async (project, { nodeId, variable, variables }) => {
      const [point] = await project.points(nodeId, variable);
      const { totalCount } = await project.platform('/variables/list', { limit: 1000 });
      return (
        unless(point?.value === 14.75, `the point is ${JSON.stringify(point)}`) ??
        unless(totalCount === variables, 'there is another variable')
      );
    },
    accepted: async (project, given) => {
      const { nodeParams } = await project.platform('/variables/list', { limit: 1000 });
      const named = (nodeParams as Json[]).find(({ name }) => name === 'Soil temperature');
      await project.submit(given, String(named?.variable), [[Date.now(), 14.75]]);
      return done();
    },
    wrong: {
      'a new variable': async (project, given) => {
        const variable = await project.createVariable('soil_temperature');
        await project.submit(given, variable, [[0, 14.75]]);
        return done();
      },
      'no recovery': () => done(),
    },
  }),

  task({
    id: 'acknowledge-command',
    theme: 'commands',
    prepare: async (project) => {
      const device = await project.createNode('Pump');
      return { ...device, commandId: await sendCommand(project, device, 'set-pump') };
    },
    goal: ({ nodeId }) =>
      `As the device of the node ${nodeId}, take the waiting command, execute it, and report that it succeeded with the result "pump is on".`,
    check: async (project, { commandId }) => {
      const { status, ackdata } = await commandOf(project, commandId);
      return unless(
        status === 'success' && ackdata === 'pump is on',
        `the command is ${String(status)}, with the result ${String(ackdata)}`,
      );
    },
    accepted: async (project, given) => {
      const { commandId } = await project.device(given, '/commands/next');
      const result = { status: 'success', ackdata: 'pump is on', ackdatatype: 'string' };
      await project.device(given, '/commands/updateStatus', { commandId, ...result });
      return done();
    },
    wrong: {
      'received only': async (project, given) => {
        const { commandId } = given;
        await project.device(given, '/commands/updateStatus', { commandId, status: 'received' });
        return done();
      },
      'no result': async (project, given) => {
        const { commandId } = given;
        await project.device(given, '/commands/updateStatus', { commandId, status: 'success' });
        return done();
      },
    },
  }),

  task({
    id: 'send-command',
    theme: 'commands',
    prepare: async (project) => ({ ...(await project.createNode('Lamp')), from: Date.now() }),
    goal: ({ nodeId }) =>
      `Send the command "set-lamp" with the text "on" to the node ${nodeId}. It expires in two hours. Report the id of the command.`,
    check: async (project, { nodeId, from }, { value = '' }) => {
      const filter = { nodeId };
      const { data } = await project.platform('/commands/list', { filter });
      const [first, ...more] = data as Json[];
      const expiry = Number(first?.expiry);
      const details = value === '' ? {} : await commandOf(project, value).catch((): Json => ({}));
      return (
        unless(more.length === 0 && first?.commandId === value, 'the id is not of one command') ??
        unless(details.command === 'set-lamp' && details.data === 'on', 'its content is wrong') ??
        unless(
          expiry >= from + 2 * hour && expiry <= Date.now() + 2 * hour,
          `it expires at ${expiry}`,
        )
      );
    },
    accepted: async (project, { nodeId }) => {
      const expiry = Date.now() + 2 * hour;
      const body = { nodeid: nodeId, command: 'set-lamp', data: 'on', type: 'string', expiry };
      return done((await project.platform('/commands/send', body)).commandId);
    },
    wrong: {
      'another expiry': async (project, given) =>
        done(await sendCommand(project, given, 'set-lamp')),
    },
  }),

  task({
    id: 'withdraw-command',
    theme: 'commands',
    prepare: async (project) => {
      const device = await project.createNode('Valve');
      const keep = await sendCommand(project, device, 'open-valve');
      return { ...device, keep, withdraw: await sendCommand(project, device, 'flush-valve') };
    },
    goal: ({ nodeId }) =>
      `Withdraw the command "flush-valve" that waits for the node ${nodeId}. Other commands remain.`,
    check: async (project, { keep, withdraw }) => {
      const [kept, withdrawn] = [
        await commandOf(project, keep),
        await commandOf(project, withdraw),
      ];
      return (
        unless(withdrawn.status === 'invalidated', `the command is ${String(withdrawn.status)}`) ??
        unless(kept.status === 'pending', `the other command is ${String(kept.status)}`)
      );
    },
    accepted: async (project, { nodeId }) => {
      const { data } = await project.platform('/commands/list', { filter: { nodeId } });
      const flush = (data as Json[]).find(({ command }) => command === 'flush-valve');
      await project.platform('/commands/invalidate', { commandId: flush?.commandId });
      return done();
    },
    wrong: {
      'all commands': async (project, { keep, withdraw }) => {
        for (const commandId of [keep, withdraw])
          await project.platform('/commands/invalidate', { commandId });
        return done();
      },
    },
  }),

  task({
    id: 'device-flag',
    theme: 'value store',
    prepare: (project) => project.createNode('Door'),
    goal: ({ nodeId }) =>
      `As the device of the node ${nodeId}, record in its value store that "maintenance" is true.`,
    check: async (project, { nodeId }) => {
      const namespace = { scope: 'node', id: nodeId };
      const { value, type } = await project
        .platform('/valuestore/getValue', { namespace, key: 'maintenance' })
        .catch((): Json => ({}));
      return unless(value === true && type === 'boolean', `it is ${String(value)}`);
    },
    accepted: async (project, given) => {
      const body = { key: 'maintenance', value: true, type: 'boolean' };
      await project.device(given, '/valuestore/setValue', body);
      return done();
    },
    wrong: {
      'text instead of a boolean': async (project, given) => {
        const body = { key: 'maintenance', value: 'true', type: 'string' };
        await project.device(given, '/valuestore/setValue', body);
        return done();
      },
    },
  }),

  task({
    id: 'write-log',
    theme: 'onboarding',
    prepare: (project) => project.createNode('Meter'),
    goal: ({ nodeId }) =>
      `As the device of the node ${nodeId}, write the log line "calibration complete" with the current time.`,
    check: async (project, { nodeId }) => {
      const from = Date.now() - hour;
      const { data } = await project.platform('/logs/getLogs', { nodeid: nodeId, from, limit: 10 });
      const lines = (data as Json[]).map(({ log }) => log);
      return unless(
        JSON.stringify(lines) === '["calibration complete"]',
        `the lines of the last hour are ${JSON.stringify(lines)}`,
      );
    },
    accepted: async (project, given) => {
      const data = [{ timestamp: Date.now(), log: 'calibration complete' }];
      await project.device(given, '/logs/submitLogs', { data });
      return done();
    },
    wrong: {
      'two lines': async (project, given) => {
        const data = ['calibration', 'complete'].map((log) => ({ timestamp: 0, log }));
        await project.device(given, '/logs/submitLogs', { data });
        return done();
      },
    },
  }),

  task({
    id: 'delete-node',
    theme: 'onboarding',
    prepare: async (project) => {
      const [gone, kept] = [await project.createNode('Spare'), await project.createNode('Spare 2')];
      return { gone: gone.nodeId, kept: kept.nodeId };
    },
    goal: ({ gone }) => `Delete the node ${gone}.`,
    check: async (project, { gone, kept }) => {
      const { nodes } = await project.platform('/node/list', { limit: 1000 });
      const ids = nodes as string[];
      return (
        unless(!ids.includes(gone), 'the node exists') ??
        unless(ids.includes(kept), 'another node was deleted')
      );
    },
    accepted: async (project, { gone }) => {
      await project.platform('/node/delete', { nodeid: gone });
      return done();
    },
    wrong: {
      'the other node': async (project, { kept }) => {
        await project.platform('/node/delete', { nodeid: kept });
        return done();
      },
    },
  }),
];
