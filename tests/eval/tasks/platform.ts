import { randomUUID } from 'node:crypto';
import type { Json } from '../project.ts';
import { done, task, unless, type Task } from '../task.ts';

const day = 86_400_000;
const now = () => Date.now();

/** Variables by identifier. */
const variablesOf = (response: Json) => response.nodeParams as Json[];

export const platformTasks: readonly Task[] = [
  task({
    id: 'create-node',
    theme: 'onboarding',
    prepare: () => Promise.resolve({ name: 'Greenhouse 7', key: 'site', value: 'berlin' }),
    goal: ({ name, key, value }) => `Create a node named "${name}" with the tag ${key}=${value}.`,
    check: async (project, { name, key, value }) => {
      const { nodes } = await project.platform('/node/list', { limit: 1000 });
      const { data } = await project.platform('/node/details', { nodes });
      const own = Object.values(data as Record<string, Json>).filter(
        (node) => node.node_name === name,
      );
      const tags = JSON.stringify(own[0]?.tags);
      return (
        unless(own.length === 1, `${own.length} nodes are named "${name}"`) ??
        unless(tags === JSON.stringify([{ key, value }]), `its tags are ${tags}`)
      );
    },
    accepted: async (project, { name, key, value }) => {
      await project.platform('/node/create', { node_name: name, tags: [{ key, value }] });
      return done();
    },
    wrong: {
      'the tag is in the name': async (project, { name, key, value }) => {
        await project.platform('/node/create', { node_name: `${name} ${key}=${value}` });
        return done();
      },
      'the tag is missing': async (project, { name }) => {
        await project.platform('/node/create', { node_name: name });
        return done();
      },
    },
  }),

  task({
    id: 'create-variable',
    theme: 'units',
    prepare: () => Promise.resolve({ variable: 'soil_moisture', days: 30 }),
    goal: ({ variable, days }) =>
      `Create a variable for numbers with the identifier "${variable}". Its values are kept for ${days} days.`,
    check: async (project, { variable, days }) => {
      const list = variablesOf(await project.platform('/variables/list', { limit: 1000 }));
      const found = list.find((one) => one.variable === variable);
      return (
        unless(found?.type === 'float', `its type is ${String(found?.type)}`) ??
        unless(found?.ttl === (days * day) / 1000, `it keeps values for ${String(found?.ttl)} s`)
      );
    },
    accepted: async (project, { variable, days }) => {
      const body = { name: variable, variable, type: 'float', ttl: (days * day) / 1000 };
      await project.platform('/variables/create', body);
      return done();
    },
    wrong: {
      'milliseconds instead of seconds': async (project, { variable, days }) => {
        const body = { name: variable, variable, type: 'float', ttl: days * day };
        await project.platform('/variables/create', body);
        return done();
      },
      'days instead of seconds': async (project, { variable, days }) => {
        const body = { name: variable, variable, type: 'float', ttl: days };
        await project.platform('/variables/create', body);
        return done();
      },
    },
  }),

  task({
    id: 'authorize-device',
    theme: 'onboarding',
    prepare: async (project) => {
      const { nodeId } = await project.platform('/node/create', { node_name: 'Shed' });
      return { nodeId: String(nodeId), deviceId: randomUUID() };
    },
    goal: ({ nodeId, deviceId }) =>
      `Allow the device ${deviceId} to connect as the node ${nodeId}. Report the key that it connects with.`,
    check: async (project, { nodeId, deviceId }, { value }) => {
      const { connectionKey, ...node } = await project.details(nodeId);
      return (
        unless(node.deviceId === deviceId, `the node has the device ${String(node.deviceId)}`) ??
        unless(value === connectionKey, 'the value is not the connection key')
      );
    },
    accepted: async (project, { nodeId, deviceId }) => {
      await project.platform('/node/authorize', { nodeid: nodeId, deviceid: deviceId });
      const { connectionKey } = await project.platform('/node/getConnectionKey', {
        nodeid: nodeId,
      });
      return done(connectionKey);
    },
    wrong: {
      'the binding secret instead of the connection key': async (project, given) => {
        const body = { nodeid: given.nodeId, deviceid: given.deviceId };
        await project.platform('/node/authorize', body);
        return done((await project.details(given.nodeId)).nodebindingkey);
      },
      'no device': async (project, { nodeId }) =>
        done((await project.details(nodeId)).connectionKey),
    },
  }),

  task({
    id: 'rename-node',
    theme: 'onboarding',
    prepare: async (project) => project.createNode('Greenhouse 7', { model: 'mk1' }),
    goal: ({ nodeId }) => `Rename the node ${nodeId} to "Greenhouse 8". Change nothing else.`,
    check: async (project, { nodeId }) => {
      const { node_name: name, tags } = await project.details(nodeId);
      return (
        unless(name === 'Greenhouse 8', `its name is ${String(name)}`) ??
        unless(JSON.stringify(tags).includes('mk1'), 'its tag is gone')
      );
    },
    accepted: async (project, { nodeId }) => {
      const updates = [{ type: 'node_name', value: 'Greenhouse 8' }];
      await project.platform('/node/update', { nodeid: nodeId, updates });
      return done();
    },
    wrong: {
      'a new node with the name': async (project) => {
        await project.createNode('Greenhouse 8', { model: 'mk1' });
        return done();
      },
    },
  }),

  task({
    id: 'count-keys',
    theme: 'pagination',
    prepare: async (project) => {
      // In either order, the first page has only some of the keys that count.
      const groups = { alpha: 70, mid: 40, zulu: 70 };
      const names = Object.entries(groups).flatMap(([name, count]) =>
        Array.from({ length: count }, (_, index) => `${name}-${index}`),
      );
      for (const key of names) {
        const namespace = { scope: 'global', id: 'fleet' };
        await project.platform('/valuestore/setValue', { namespace, key, value: 1, type: 'float' });
      }
      return { count: names.filter((name) => name.startsWith('mid-')).length };
    },
    goal: () =>
      'How many keys of the global value-store namespace "fleet" start with "mid-"? Report the number.',
    check: (_project, { count }, { value }) =>
      unless(value === String(count), `the value is ${String(value)} instead of ${count}`),
    accepted: async (project) => {
      const filter = { namespace: { scope: 'global', id: 'fleet' } };
      const keys: string[] = [];
      for (let total = 1; keys.length < total;) {
        const body = { filter, orderby: 'key', offset: keys.length };
        const { data, totalCount } = await project.platform('/valuestore/scan', body);
        total = Number(totalCount);
        keys.push(...(data as Json[]).map(({ key }) => String(key)));
      }
      return done(keys.filter((key) => key.startsWith('mid-')).length);
    },
    wrong: {
      'the first page only': async (project) => {
        const filter = { namespace: { scope: 'global', id: 'fleet' } };
        const { data } = await project.platform('/valuestore/scan', { filter, orderby: 'key' });
        const keys = (data as Json[]).map(({ key }) => String(key));
        return done(keys.filter((key) => key.startsWith('mid-')).length);
      },
    },
  }),

  task({
    id: 'count-commands',
    theme: 'pagination',
    prepare: async (project) => {
      const { nodeId } = await project.createNode('Sign');
      for (let index = 0; index < 120; index += 1) {
        await project.platform('/commands/send', {
          nodeid: nodeId,
          command: index % 4 ? 'set-text' : 'set-color',
          data: String(index),
          type: 'string',
          expiry: now() + day,
        });
      }
      return { nodeId };
    },
    goal: ({ nodeId }) =>
      `How many commands "set-color" were sent to the node ${nodeId}? Report the number.`,
    check: (_project, _given, { value }) => unless(value === '30', `the value is ${String(value)}`),
    accepted: async (project, { nodeId }) => {
      const names: unknown[] = [];
      for (let total = 1; names.length < total;) {
        const body = { filter: { nodeId }, offset: names.length };
        const { data, totalCount } = await project.platform('/commands/list', body);
        total = Number(totalCount);
        names.push(...(data as Json[]).map(({ command }) => command));
      }
      return done(names.filter((name) => name === 'set-color').length);
    },
    wrong: {
      'the first page only': async (project, { nodeId }) => {
        const { data } = await project.platform('/commands/list', { filter: { nodeId } });
        return done((data as Json[]).filter(({ command }) => command === 'set-color').length);
      },
    },
  }),

  task({
    id: 'latest-value',
    theme: 'onboarding',
    prepare: async (project) => {
      const device = await project.createNode('Tank');
      const variable = await project.createVariable('tank_level');
      await project.submit(device, variable, [
        [now() - 60_000, 80],
        [now() - 1000, 64.5],
      ]);
      return { ...device, variable };
    },
    goal: ({ nodeId, variable }) =>
      `Report the latest value of "${variable}" of the node ${nodeId}.`,
    check: (_project, _given, { value }) =>
      unless(value === '64.5', `the value is ${String(value)}`),
    accepted: async (project, { nodeId, variable }) => {
      const { data } = await project.platform('/data/latest', { nodes: [nodeId], variable });
      return done((data as Record<string, Json>)[nodeId]?.value);
    },
    wrong: { 'the oldest value': () => done(80) },
  }),

  task({
    id: 'set-value',
    theme: 'value store',
    prepare: async (project) => project.createNode('Fan'),
    goal: ({ nodeId }) =>
      `Tell the device of the node ${nodeId} to push every 30 seconds: set its value-store key "push-interval" to the number 30.`,
    check: async (project, { nodeId }) => {
      const namespace = { scope: 'node', id: nodeId };
      const stored = await project
        .platform('/valuestore/getValue', { namespace, key: 'push-interval' })
        .catch((): Json => ({}));
      return unless(
        stored.value === 30 && stored.type === 'float',
        `the key is ${JSON.stringify(stored)}`,
      );
    },
    accepted: async (project, { nodeId }) => {
      const namespace = { scope: 'node', id: nodeId };
      const body = { namespace, key: 'push-interval', value: 30, type: 'float' };
      await project.platform('/valuestore/setValue', body);
      return done();
    },
    wrong: {
      'a global key': async (project) => {
        const namespace = { scope: 'global', id: 'all' };
        const body = { namespace, key: 'push-interval', value: 30, type: 'float' };
        await project.platform('/valuestore/setValue', body);
        return done();
      },
      'a string': async (project, { nodeId }) => {
        const namespace = { scope: 'node', id: nodeId };
        const body = { namespace, key: 'push-interval', value: '30', type: 'string' };
        await project.platform('/valuestore/setValue', body);
        return done();
      },
    },
  }),
];
