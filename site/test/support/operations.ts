import type { ApiName } from '../../content/api-reference/documents';
import { apiConfigs, readApi } from '../../content/api-reference/documents';
import { operationData } from '../../content/api-reference/operation-data';
import type { OperationData } from '../../src/requests/operation';

/** All operations of an API as the request runner gets them: serialized as JSON. */
export async function operationsOf(name: ApiName): Promise<OperationData[]> {
  const { config, document } = await readApi(name);
  return document.operations.map(
    (operation) =>
      JSON.parse(JSON.stringify(operationData(config, document, operation))) as OperationData,
  );
}

export async function allOperations(): Promise<OperationData[]> {
  return (await Promise.all(apiConfigs.map(({ name }) => operationsOf(name)))).flat();
}

/** @throws Error when there is no such operation */
export async function operationNamed(id: string): Promise<OperationData> {
  const operation = (await allOperations()).find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`there is no operation "${id}"`);
  return operation;
}
