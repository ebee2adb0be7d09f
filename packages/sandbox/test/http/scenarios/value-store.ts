import { nodesOf, rejections, unknownId, type Scenario, type World } from './scenario.ts';

const own = (world: World) => ({ scope: 'node', id: nodesOf(world)[0] });
const wrongScope = (world: World) => ({ scope: 'self', id: nodesOf(world)[0] });
const wrongNode = { scope: 'node', id: unknownId };
const entry = { key: 'push-interval', value: 30, type: 'float' };

/** The value store, from the platform's side. */
export const valueStoreScenarios: readonly Scenario[] = [
  ...rejections('platform/valuestore-create-value', {
    '400 vs::invalidscope': (world) => ({ namespace: wrongScope(world), ...entry }),
    '404 vs::invalidns': () => ({ namespace: wrongNode, ...entry }),
    '400 vs::invalidtype': (world) => ({ namespace: own(world), ...entry, value: 'thirty' }),
    '400 vs::invalidrequest': (world) => ({ namespace: own(world), ...entry, key: '\0' }),
  }),
  ...rejections('platform/valuestore-get-value', {
    '404 vs::keynotfound': (world) => ({ namespace: own(world), key: 'Push-interval' }),
    '400 vs::invalidscope': (world) => ({ namespace: wrongScope(world), key: 'label' }),
    '404 vs::invalidns': () => ({ namespace: wrongNode, key: 'label' }),
  }),
  ...rejections('platform/valuestore-delete', {
    '404 vs::keynotfound': (world) => ({ namespace: own(world), key: 'Push-interval' }),
    '400 vs::invalidscope': (world) => ({ namespace: wrongScope(world), key: 'label' }),
  }),
];
