import type { JsonResponse } from './guide-sandbox.ts';

/** Ids on pages and their meanings. */
const documented = {
  nodeId: '019f0000-0000-7000-8000-000000000001',
  secondNodeId: '019f0000-0000-7000-8000-000000000002',
  spareNodeId: '019f0000-0000-7000-8000-000000000003',
  deviceId: '00000000-0000-4000-8000-00000000d001',
  commandId: '019f0000-0000-7000-8000-0000000c0001',
  assetId: '019f0000-0000-7000-8000-0000000a0001',
  deploymentId: '019f0000-0000-7000-8000-0000000d0001',
  tokenId: 'EXAMPLETOKENID0000000000',
  uploadUrl: 'https://uploads.example.com/main-firmware?signature=EXAMPLE',
} as const;

export type IdName = keyof typeof documented;

export type OwnIds = Partial<Record<IdName, string>>;

const names = Object.keys(documented) as IdName[];

/**
 * Replaces the ids of a page with those of the reader.
 * @throws Error when the text needs an id that no step has created
 */
export function withOwnIds(text: string, own: OwnIds): string {
  return names.reduce((result, name) => {
    const example = documented[name];
    if (!result.includes(example)) return result;
    const id = own[name];
    if (id === undefined) throw new Error(`no step before has brought ${name} (${example})`);
    return result.replaceAll(example, id);
  }, text);
}

/** Shell variables that contain an id, by the name of the id. */
const variables: readonly (readonly [IdName, string])[] = [
  ['nodeId', 'ANEDYA_NODE_ID'],
  ['spareNodeId', 'CHILD_ID'],
  ['deviceId', 'ANEDYA_DEVICE_ID'],
  ['commandId', 'COMMAND_ID'],
  ['assetId', 'ANEDYA_ASSET_ID'],
  ['tokenId', 'ANEDYA_TOKEN_ID'],
];

export const idVariables = variables.map(([, name]) => name);

/** Ids in variables. @param values in the order of `idVariables`; empty for an unset one */
export function idsOfVariables(values: readonly string[]): OwnIds {
  const set = variables.flatMap(([id], index) => {
    const value = values[index] ?? '';
    return value === '' ? [] : [[id, value] as const];
  });
  return Object.fromEntries(set);
}

function uploadUrlIn({ uploadUrls }: JsonResponse): OwnIds {
  const part = Array.isArray(uploadUrls) ? (uploadUrls[0] as JsonResponse | undefined) : undefined;
  return typeof part?.url === 'string' ? { uploadUrl: part.url } : {};
}

/** Ids in a response. */
export function idsIn(response: JsonResponse): OwnIds {
  const found = names.flatMap((name) => {
    const value = response[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(found), ...uploadUrlIn(response) };
}
