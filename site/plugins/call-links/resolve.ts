import {
  fieldAnchor,
  flattenFields,
  schemaFields,
  type Operation,
} from '@anedya-docs/openapi-model';
import { apiConfigs, readApi } from '../api-reference/documents';

/** Attributes of `<Call>` as an author writes them. */
export interface CallReference {
  /** `platform/node-create`: the API and the call's id. */
  readonly id: string | undefined;
  /** Path of a request field, such as `policy.allow[]`. */
  readonly field: string | undefined;
  /** Path of a field of the response. */
  readonly response: string | undefined;
}

export interface CallLink {
  readonly url: string;
  readonly text: string;
  /** Whether the text is the name of a field. */
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
 * Where a reference to a call, or to one of its fields, leads.
 * @throws Error that names what is unknown and what there is instead
 */
export async function resolveCall(reference: CallReference): Promise<CallLink> {
  const [api, call] = reference.id?.split('/') ?? [];
  const config = apiConfigs.find(({ name }) => name === api);
  if (!config || call === undefined) {
    const names = apiConfigs.map(({ name }) => `"${name}/..."`).join(' or ');
    throw new Error(`<Call> needs id=${names}, not "${reference.id ?? ''}"`);
  }
  const { document } = await readApi(config.name);
  const operation = document.operations.find(({ id }) => id === call);
  if (!operation) {
    throw new Error(
      `<Call id="${api}/${call}">: the ${document.title} has no such call. It has: ${document.operations.map(({ id }) => id).join(', ')}`,
    );
  }
  const url = `/${config.folder}/${call}/`;
  const part = reference.field === undefined ? 'response' : 'request';
  const path = reference.field ?? reference.response;
  if (path === undefined) return { url, text: operation.title, isField: false };
  const known = paths(operation, part);
  if (!known.includes(path)) {
    throw new Error(
      `<Call id="${api}/${call}">: the ${part} has no field "${path}". It has: ${known.join(', ')}`,
    );
  }
  return { url: `${url}#${fieldAnchor(part, path)}`, text: path, isField: true };
}
