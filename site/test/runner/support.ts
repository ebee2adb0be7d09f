import type { ApiName } from '../../plugins/api-reference/documents';
import { apiConfigs, readApi } from '../../plugins/api-reference/documents';
import { callData } from '../../plugins/api-reference/call-data';
import type { Call } from '../../src/runner/call';

/** Every call of an API as the request runner gets it: through JSON, as the page's own file has it. */
export async function callsOf(name: ApiName): Promise<Call[]> {
  const { config, document } = await readApi(name);
  return document.operations.map(
    (operation) => JSON.parse(JSON.stringify(callData(config, document, operation))) as Call,
  );
}

export async function allCalls(): Promise<Call[]> {
  return (await Promise.all(apiConfigs.map(({ name }) => callsOf(name)))).flat();
}

/** @throws Error when there is no such call */
export async function callNamed(id: string): Promise<Call> {
  const call = (await allCalls()).find((candidate) => candidate.id === id);
  if (!call) throw new Error(`there is no call "${id}"`);
  return call;
}
