import type { JsonObject } from '../../../src/core/context.ts';
import { nodesOf, rejections, type Scenario, type World } from './scenario.ts';

/** A whole request, with some fields otherwise. */
function request(
  world: World,
  { config = {}, ...fields }: { readonly config?: JsonObject } & JsonObject,
) {
  const to = Math.floor(world.http.now / 1000);
  return {
    variable: 'temperature',
    from: to - 86_400,
    to,
    ...fields,
    config: {
      aggregation: { compute: 'avg', forEachNode: true },
      interval: { measure: 'hour', interval: 1 },
      responseOptions: { timezone: 'UTC' },
      filter: { nodes: [nodesOf(world)[0]], type: 'include' },
      ...config,
    },
  };
}

const wrongFilter = (world: World) => ({ nodes: [nodesOf(world)[0]], type: 'only' });

const withConfig = (config: JsonObject) => (world: World) => request(world, { config });

/** Aggregates by time. */
export const aggregateScenarios: readonly Scenario[] = rejections(
  'platform/post-aggregates-variable-by-time',
  {
    '400 aggregates::invalidaggregationmethod': withConfig({ aggregation: { compute: 'mode' } }),
    '400 aggregates::missingaggregationmethod': withConfig({ aggregation: {} }),
    '400 aggregates::invalidintervalmeasure': withConfig({
      interval: { measure: 'fortnight', interval: 1 },
    }),
    '400 aggregates::invalidinterval': withConfig({ interval: { measure: 'hour', interval: 0 } }),
    '400 aggregates::invalidtimezone': withConfig({ responseOptions: { timezone: 'Mars/Base' } }),
    '400 aggregates::invalidfiltertype': (world) =>
      request(world, { config: { filter: wrongFilter(world) } }),
    '400 aggregates::invalidtimerange': (world) => request(world, { from: 2000, to: 1000 }),
    '404 data::variablenotfound': (world) => request(world, { variable: 'Temperature' }),
  },
);
