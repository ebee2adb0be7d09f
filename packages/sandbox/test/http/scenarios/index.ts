import { aggregateScenarios } from './aggregates.ts';
import { childScenarios } from './children.ts';
import { commandScenarios } from './commands.ts';
import { dataScenarios } from './data.ts';
import { nodeScenarios } from './nodes.ts';
import type { Scenario } from './scenario.ts';
import { tokenScenarios } from './tokens.ts';
import { valueStoreScenarios } from './value-store.ts';

/** Rejections with every documented code. */
export const scenarios: readonly Scenario[] = [
  nodeScenarios,
  childScenarios,
  dataScenarios,
  aggregateScenarios,
  commandScenarios,
  valueStoreScenarios,
  tokenScenarios,
].flat();
