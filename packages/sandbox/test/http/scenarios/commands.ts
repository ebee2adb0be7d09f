import type { JsonObject } from '../../../src/core/context.ts';
import { nodesOf, rejections, unknownId, type Scenario, type World } from './scenario.ts';

const send = (fields: JsonObject) => (world: World) => ({
  nodeid: nodesOf(world)[0],
  command: 'set-led',
  data: 'on',
  type: 'string',
  ...fields,
});

/** Commands, from the platform's side. */
export const commandScenarios: readonly Scenario[] = [
  ...rejections('platform/commands-send', {
    '400 cmd::invalidexpiry': (world) => send({ expiry: world.http.now })(world),
    '400 cmd::unknowntype': send({ type: 'json' }),
    '400 cmd::cmdidtoolong': send({ command: 'a'.repeat(51) }),
    '404 node::nodenotfound': send({ nodeid: unknownId }),
  }),
  ...rejections('platform/command-status', {
    '404 cmd::notfound': () => ({ commandId: unknownId }),
  }),
  ...rejections('platform/command-list', {
    '400 cmd::invalidfilter': () => ({ filter: { status: ['waiting'] } }),
  }),
  ...rejections('platform/command-invalidate', {
    '404 cmd::notfound': async ({ project, platform }) => {
      const body = { commandId: project.commandId };
      await platform('/commands/invalidate', body);
      return body;
    },
  }),
];
