import { aggregatesHandlers } from './aggregates/index.ts';
import { assetsHandlers } from './assets/index.ts';
import { commandsHandlers } from './commands/index.ts';
import type { Handlers } from './context.ts';
import { dataHandlers } from './data/index.ts';
import { deploymentsHandlers } from './deployments/index.ts';
import { deviceHandlers } from './device.ts';
import { eventsHandlers } from './events.ts';
import { logsHandlers } from './logs.ts';
import { nodesHandlers } from './nodes/index.ts';
import { otaHandlers } from './ota/index.ts';
import { tokensHandlers } from './tokens.ts';
import { valueStoreHandlers } from './value-store/index.ts';
import { variablesHandlers } from './variables/index.ts';

/** Handlers of all operations by key: `platform/node-create`, `device/submitdata`. */
export const handlers: Handlers = {
  ...nodesHandlers,
  ...variablesHandlers,
  ...dataHandlers,
  ...aggregatesHandlers,
  ...commandsHandlers,
  ...valueStoreHandlers,
  ...logsHandlers,
  ...tokensHandlers,
  ...assetsHandlers,
  ...deploymentsHandlers,
  ...otaHandlers,
  ...deviceHandlers,
  ...eventsHandlers,
};
