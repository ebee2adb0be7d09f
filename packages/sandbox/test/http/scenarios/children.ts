import { nodesOf, rejections, unknownId, type Scenario, type World } from './scenario.ts';

const children = (parentId: string, ...list: readonly (readonly [string, string])[]) => ({
  parentId,
  childNodes: list.map(([nodeId, alias]) => ({ nodeId, alias })),
});

/** Gives the demo node the other one as its child. */
async function addChild(world: World, alias: string): Promise<readonly [string, string]> {
  const [parent, child] = nodesOf(world);
  await world.platform('/node/child/add', children(parent, [child, alias]));
  return [parent, child];
}

/** Children of gateways. */
export const childScenarios: readonly Scenario[] = [
  ...rejections('platform/node-child-add', {
    '404 node::invalidparentid': (world) => children(unknownId, [nodesOf(world)[1], 'a']),
    '404 node::invalidchildid': (world) => children(nodesOf(world)[0], [unknownId, 'a']),
    '409 node::childexists': async (world) => {
      const [parent, child] = await addChild(world, 'a');
      return children(parent, [child, 'b']);
    },
    '409 node::uniquealiasviolation': async (world) => {
      const [parent] = await addChild(world, 'a');
      return children(parent, [await world.newNode(), 'a']);
    },
    '409 node::uniquechildviolation': (world) => {
      const [parent, child] = nodesOf(world);
      return children(parent, [child, 'a'], [child, 'b']);
    },
  }),
  ...rejections('platform/node-child-list', {
    '404 node::invalidparentid': () => ({ parentId: unknownId }),
  }),
  ...rejections('platform/node-child-remove', {
    '404 node::invalidparentid': (world) => ({
      parentId: unknownId,
      childNode: nodesOf(world)[1],
    }),
    '400 node::invalidchildid': (world) => ({ parentId: nodesOf(world)[0], childNode: 'a' }),
    '404 node::childnotfound': (world) => {
      const [parentId, childNode] = nodesOf(world);
      return { parentId, childNode };
    },
  }),
  ...rejections('platform/node-child-clear', {
    '400 node::invalidparentid': () => ({ parentId: 'a' }),
  }),
];
