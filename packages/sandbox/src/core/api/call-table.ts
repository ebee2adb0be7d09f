import type { ApiDocument, Operation } from '@anedya-docs/openapi-model';
import { SchemaChecker } from '@anedya-docs/openapi-model/schema-checker';
import { similarNames } from '@anedya-docs/openapi-model/similar-names';
import type { OperationId } from '../context.ts';
import { bodyCheck, type BodyCheck } from './body-check.ts';
import { Envelope } from './envelope.ts';

export type Api = 'platform' | 'device';

/** An operation as its document describes it. */
export interface ApiCall {
  readonly api: Api;
  /** Key of its handler: `platform/node-create`. */
  readonly id: OperationId;
  readonly operation: Operation;
  readonly checkBody: BodyCheck['check'];
  readonly bodyHints: BodyCheck['hints'];
  readonly envelope: Envelope;
}

/** The parsed documents of both APIs. */
export type Documents = Readonly<Record<Api, ApiDocument>>;

/**
 * Returns all operations of an API with their compiled request schemas.
 * @throws Error for a schema that does not compile
 */
export function callsOf(api: Api, document: ApiDocument): readonly ApiCall[] {
  const checker = new SchemaChecker({ isSandbox: true });
  return document.allOperations.map((operation) => {
    const { check, hints } = bodyCheck(checker, operation);
    return {
      api,
      operation,
      // The ids are generated from the same documents.
      id: `${api}/${operation.id}` as OperationId,
      checkBody: check,
      bodyHints: hints,
      envelope: Envelope.of(operation),
    };
  });
}

const titles = { platform: 'Platform API', device: 'Device API' } as const;

/** Maximum length of a path in a message, in characters. */
const longest = 100;

/** Paths of an API, including aliases. */
function pathsOf(calls: readonly ApiCall[], api: Api): string[] {
  return calls
    .filter((call) => call.api === api)
    .flatMap(({ operation: { path, aliases } }) => [path, ...aliases.map((alias) => alias.path)]);
}

/**
 * Returns the message for a path that is not an operation of the API.
 * @param path below the base URL of the API: `/node/lists`
 */
export function unknownPath(calls: readonly ApiCall[], api: Api, path: string): string {
  const asked = path.slice(0, longest);
  const other = api === 'platform' ? 'device' : 'platform';
  if (pathsOf(calls, other).includes(asked)) {
    return `${asked} is an operation of the ${titles[other]}, but this URL is of the ${titles[api]}.`;
  }
  const [meant] = similarNames(asked, pathsOf(calls, api), 1);
  const advice =
    meant === undefined ? 'For all operations, see the reference.' : `Did you mean ${meant}?`;
  return `The ${titles[api]} has no operation ${asked === '' ? 'at this address' : asked}. ${advice}`;
}
