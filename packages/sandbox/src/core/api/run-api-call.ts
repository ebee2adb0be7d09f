import type { JsonValue } from '@anedya-docs/openapi-model';
import { permit } from '../auth/permit.ts';
import type { Identity } from '../auth/identity.ts';
import type { JsonObject } from '../context.ts';
import { runCall, type Surroundings } from '../run-call.ts';
import type { ApiCall } from './call-table.ts';

/**
 * Runs one call of an API for a caller whose credential has been checked: its permission, its body, then the call itself.
 * @returns the fields beside the envelope
 * @throws CallError when the call is refused
 */
export async function runApiCall(
  surroundings: Surroundings,
  { id, operation, checkBody }: ApiCall,
  identity: Identity,
  body: JsonValue | undefined,
): Promise<JsonObject> {
  const { projectId, caller } = identity;
  permit(identity, id, operation.permission);
  return runCall(surroundings, { operationId: id, projectId, caller, body: checkBody(body) });
}
