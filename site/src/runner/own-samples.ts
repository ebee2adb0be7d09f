import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { TabData } from '../components/Samples/tabs';
import { offeredServers } from '../sandbox/servers';
import { valuesInUse } from '../values/in-use';
import type { Call } from './call';
import { chosenServer } from './preferences';
import { serverChoices } from './servers';
import { writeSamples, type Chosen } from './write-samples';

type Samples = Readonly<Record<string, readonly TabData[]>>;

/**
 * Programs of a call that send its example to the server in use with what the page knows of the reader: ids of their
 * sandbox project, or their own. Points in time are computed by the programs. Nothing when there is none.
 */
export async function ownSamples(call: Call, chosen: Chosen): Promise<Samples> {
  const { schema, example } = call.request;
  const { examples, addresses } = valuesInUse();
  const hasIds = examples['node id'] !== undefined || examples['device id'] !== undefined;
  if (!addresses && !hasIds) return {};
  const offered = addresses ? offeredServers(call) : serverChoices(call.servers);
  return writeSamples(call, {
    server: chosenServer(call.api, offered),
    body: bodyWithValues(schema, example, examples),
    chosen,
    ...(addresses && { broker: addresses.broker }),
  });
}
