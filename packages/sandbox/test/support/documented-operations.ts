import type { Operation } from '@anedya-docs/openapi-model';
import type { Api } from '../../src/core/api/operation-table.ts';
import { apiDocuments } from './api-documents.ts';

/** An operation of a document, with or without a page. */
export interface DocumentedOperation {
  readonly api: Api;
  /** `platform/node-create` */
  readonly id: string;
  /** Below the sandbox: `/platform/v1/node/create`. */
  readonly path: string;
  readonly operation: Operation;
}

/** All operations of both APIs. */
export async function documentedOperations(): Promise<readonly DocumentedOperation[]> {
  const documents = await apiDocuments();
  return (['platform', 'device'] as const).flatMap((api) =>
    documents[api].allOperations.map((operation) => ({
      api,
      operation,
      id: `${api}/${operation.id}`,
      path: `/${api}/v1${operation.path}`,
    })),
  );
}
