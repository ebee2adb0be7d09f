import { nodesOf, rejections, unknownId, type Scenario } from './scenario.ts';

const addressed = (
  operation: string,
  reasons: readonly [string, string],
  bodyOf: (id: string) => ReturnType<Scenario['body']>,
) =>
  rejections(operation, {
    [`400 ${reasons[0]}`]: () => bodyOf('greenhouse-1'),
    [`404 ${reasons[1]}`]: () => bodyOf(unknownId),
  });
const idReasons = ['node::invaliduuid', 'node::nodenotfound'] as const;
const updates = [{ type: 'node_name', value: 'a' }];

/** Nodes, and whether they are online. */
export const nodeScenarios: readonly Scenario[] = [
  ...rejections('platform/node-create', {
    '409 node::devidexists': ({ project }) => ({
      node_name: 'a',
      preauth_id: project.nodes[0].deviceId,
    }),
  }),
  ...addressed('platform/node-details', idReasons, (id) => ({ nodes: [id] })),
  ...addressed('platform/node-update', idReasons, (nodeid) => ({ nodeid, updates })),
  ...addressed('platform/node-authorize', idReasons, (nodeid) => ({ nodeid, deviceid: unknownId })),
  ...rejections('platform/node-authorize', {
    '409 node::devidexists': ({ project: { nodes } }) => ({
      nodeid: nodes[1].nodeId,
      deviceid: nodes[0].deviceId,
    }),
    '400 node::devicenotfound': (world) => ({ nodeid: nodesOf(world)[0], deviceid: 'SN-0001' }),
  }),
  ...addressed('platform/node-get-connection-key', idReasons, (nodeid) => ({ nodeid })),
  ...addressed('platform/node-delete', idReasons, (nodeid) => ({ nodeid })),
  ...addressed('platform/health-status', idReasons, (id) => ({
    nodes: [id],
    lastContactThreshold: 180,
  })),
  ...rejections('platform/health-status', {
    '400 health::limitexceeded': (world) => ({
      nodes: [nodesOf(world)[0]],
      lastContactThreshold: 604_801,
    }),
  }),
];
