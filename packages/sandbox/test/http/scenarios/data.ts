import type { JsonObject } from '../../../src/core/context.ts';
import { nodesOf, rejections, unknownId, type Scenario, type World } from './scenario.ts';

const day = 86_400;

function lastDay({ http }: World): { readonly from: number; readonly to: number } {
  const to = Math.floor(http.now / 1000);
  return { from: to - day, to };
}

/** Rejections that the three reads of points share. */
const reads = (operation: string, timeOf: (world: World) => JsonObject) =>
  rejections(operation, {
    '404 data::variablenotfound': (world) => ({
      nodes: [nodesOf(world)[0]],
      variable: 'Temperature',
      ...timeOf(world),
    }),
    '404 data::invalidnodeid': (world) => ({
      nodes: [unknownId],
      variable: 'temperature',
      ...timeOf(world),
    }),
  });

/** Variables, and the points of devices. */
export const dataScenarios: readonly Scenario[] = [
  ...rejections('platform/variable-create', {
    '400 variable::namerequired': () => ({ variable: 'humidity', type: 'float' }),
    '400 variable::variablerequired': () => ({ name: 'Humidity', type: 'float' }),
    '400 variable::typerequired': () => ({ name: 'Humidity', variable: 'humidity' }),
  }),
  ...rejections('platform/variables-delete', {
    '400 variable::variablerequired': () => ({}),
    '404 variable::notfound': () => ({ variable: 'Temperature' }),
  }),
  ...reads('platform/variables-latest', () => ({})),
  ...reads('platform/variables-snapshot', (world) => ({ timestamp: lastDay(world).to })),
  ...reads('platform/data-get-data', lastDay),
  ...rejections('platform/data-get-data', {
    '400 data::invalidorder': (world) => ({
      nodes: [nodesOf(world)[0]],
      variable: 'temperature',
      order: 'newest',
      ...lastDay(world),
    }),
  }),
  ...rejections('device/submitdata', {
    '404 4020': () => ({ data: [{ variable: 'Temperature', value: 1, timestamp: 0 }] }),
  }),
  ...rejections('platform/logs-getlogs', {
    '400 logs::invalidnodeid': () => ({ nodeid: 'greenhouse-1', from: 0 }),
    '400 logs::invalidtimerange': (world) => ({ nodeid: nodesOf(world)[0], from: 2000, to: 1000 }),
  }),
];
