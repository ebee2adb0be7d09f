import type { TabData } from '../components/Samples/tabs';
import { bodyWithValues } from '../values/body-with-values';
import type { Values } from '../values/store';
import type { Call } from './call';
import { chosenServer } from './preferences';
import { serverChoices } from './servers';
import { writeSamples, type Chosen } from './write-samples';

/** Programs of a call that send its example with the reader's ids to the server the reader has chosen. */
export function ownSamples(
  call: Call,
  values: Values,
  chosen: Chosen,
): Promise<Readonly<Record<string, readonly TabData[]>>> {
  const { schema, example } = call.request;
  const server = chosenServer(call.api, serverChoices(call.servers));
  return writeSamples(call, { server, body: bodyWithValues(schema, example, values), chosen });
}
