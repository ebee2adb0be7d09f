import type { ApiDocument, Operation } from '@anedya-docs/openapi-model';
import { SchemaChecker } from '@anedya-docs/openapi-model/checks';
import { bodyCheck, type BodyCheck } from './body-check.ts';
import { Envelope } from './envelope.ts';

export type Api = 'platform' | 'device';

/** One call as its document describes it. */
export interface ApiCall {
  readonly api: Api;
  /** Key of its handler: `platform/node-create`. */
  readonly id: string;
  readonly operation: Operation;
  readonly checkBody: BodyCheck['check'];
  readonly bodyHints: BodyCheck['hints'];
  readonly envelope: Envelope;
}

/** The parsed documents of both APIs. */
export type Documents = Readonly<Record<Api, ApiDocument>>;

/**
 * Every call of an API, its request schema compiled.
 * @throws Error for a schema that does not compile
 */
export function callsOf(api: Api, document: ApiDocument): readonly ApiCall[] {
  const checker = new SchemaChecker({ isSandbox: true });
  return document.operations.map((operation) => {
    const { check, hints } = bodyCheck(checker, operation);
    return {
      api,
      operation,
      id: `${api}/${operation.id}`,
      checkBody: check,
      bodyHints: hints,
      envelope: Envelope.of(operation),
    };
  });
}
