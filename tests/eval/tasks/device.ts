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
    reference: async (agent, given) => {
      const submit = await agent.operation('submit data', 'device');
      const body = submit.body([
        [/identifier of the variable/i, given.variable],
        [/value of the datapoint/i, 17.5],
        [/timestamp of the entry/i, given.at],
      ]);
      await agent.send(submit, body, given);
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
    reference: async (agent, given) => {
      const submit = await agent.operation('submit data', 'device');
      const body = submit.body([
        [/identifier of the variable/i, given.variable],
        [/^latitude/i, 52.52],
        [/^longitude/i, 13.405],
        [/timestamp of the entry/i, new Date()],
      ]);
      await agent.send(submit, body, given);
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
    reference: async (agent, given) => {
      const submit = await agent.operation('submit data', 'device');
      const send = (variable: unknown) => {
        const body = submit.body([
          [/identifier of the variable/i, variable],
          [/value of the datapoint/i, 14.75],
          [/timestamp of the entry/i, new Date()],
        ]);
        return agent.send(submit, body, given);
      };
      const first = await send('Soil temperature');
      if (first.success !== false) return done();
      // The page of the operation says that data operations need the identifier.
      const list = await agent.operation('list variables');
      const response = await agent.send(list, {});
      const names = list.values(response, /display name/i);
      const identifiers = list.values(response, /identifier for all data operations/i);
      await send(identifiers[names.indexOf('Soil temperature')]);
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
    reference: async (agent, given) => {
      const next = await agent.operation('get the next command', 'device');
      const command = await agent.send(next, {}, given);
      const update = await agent.operation('update the status of a command', 'device');
      const body = update.body([
        [/id of the command/i, next.value(command, /id of the command/i)],
        [/new status/i, update.choice(/new status/i, /success/)],
        [/result data/i, 'pump is on'],
        [/type of `ackdata`/i, update.choice(/type of `ackdata`/i, /string/)],
      ]);
      await agent.send(update, body, given);
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
    reference: async (agent, { nodeId }) => {
      const send = await agent.operation('send a command');
      const body = send.body([
        [/id of the target node/i, nodeId],
        [/command name/i, 'set-lamp'],
        [/^payload/i, 'on'],
        [/type of the payload/i, send.choice(/type of the payload/i, /string/)],
        [/time when the command expires/i, new Date(Date.now() + 2 * hour)],
      ]);
      return done(send.value(await agent.send(send, body), /id of the command/i));
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
    reference: async (agent, { nodeId }) => {
      const list = await agent.operation('list commands');
      const body = list.body([[/only the commands of this node/i, nodeId]]);
      const response = await agent.send(list, body);
      const names = list.values(response, /name of the command/i);
      const ids = list.values(response, /id of the command/i);
      const invalidate = await agent.operation('invalidate a command');
      const id = ids[names.indexOf('flush-valve')];
      await agent.send(invalidate, invalidate.body([[/id of the pending command/i, id]]));
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
    reference: async (agent, given) => {
      const set = await agent.operation('set a value', 'device');
      const body = set.body([
        [/^key in the value store/i, 'maintenance'],
        [/^value, matching/i, true],
        [/type of the value/i, set.choice(/type of the value/i, /boolean/)],
      ]);
      await agent.send(set, body, given);
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
    reference: async (agent, given) => {
      const submit = await agent.operation('submit logs', 'device');
      const body = submit.body([
        [/timestamp of the entry/i, new Date()],
        [/text of the line/i, 'calibration complete'],
      ]);
      await agent.send(submit, body, given);
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
    reference: async (agent, { gone }) => {
      const remove = await agent.operation('delete a node');
      await agent.send(remove, remove.body([[/id of the node to delete/i, gone]]));
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
