import {
  fieldAnchor,
  flattenFields,
  schemaFields,
  type Operation,
} from '@anedya-docs/openapi-model';
import { apiConfigs, readApi } from '../api-reference/documents';

/** Attributes of `<Operation>`. */
interface OperationReference {
  /** API and operation id: `platform/node-create`. */
  readonly id: string | undefined;
  /** Path of a request field, such as `policy.allow[]`. */
  readonly field: string | undefined;
  /** Path of a response field. */
  readonly response: string | undefined;
}

interface OperationLink {
  readonly url: string;
  readonly text: string;
  /** True when the text is the name of a field. */
  readonly isField: boolean;
}

function paths(operation: Operation, part: 'request' | 'response'): string[] {
  const schemas =
    part === 'request'
      ? [operation.request.schema]
      : operation.responses.filter(({ status }) => status === '200').map(({ schema }) => schema);
  return schemas.flatMap((schema) => flattenFields(schemaFields(schema))).map(({ path }) => path);
}

/**
 * Returns the link target of a reference to an operation or one of its fields.
 * @throws Error that names what is unknown and lists what exists
 */
export async function resolveOperation(reference: OperationReference): Promise<OperationLink> {
  const [api, operationId] = reference.id?.split('/') ?? [];
  const config = apiConfigs.find(({ name }) => name === api);
  if (!config || operationId === undefined) {
    const names = apiConfigs.map(({ name }) => `"${name}/..."`).join(' or ');
    throw new Error(`<Operation> needs id=${names}, not "${reference.id ?? ''}"`);
  }
  const { document } = await readApi(config.name);
  const operation = document.operations.find(({ id }) => id === operationId);
  if (!operation) {
    throw new Error(
      `<Operation id="${api}/${operationId}">: the ${document.title} has no such operation. It has: ${document.operations.map(({ id }) => id).join(', ')}`,
    );
  }
  const url = `/${config.folder}/${operationId}/`;
  const part = reference.field === undefined ? 'response' : 'request';
  const path = reference.field ?? reference.response;
  if (path === undefined) return { url, text: operation.title, isField: false };
  const known = paths(operation, part);
  if (!known.includes(path)) {
    throw new Error(
      `<Operation id="${api}/${operationId}">: the ${part} has no field "${path}". It has: ${known.join(', ')}`,
    );
  }
  return { url: `${url}#${fieldAnchor(part, path)}`, text: path, isField: true };
}
