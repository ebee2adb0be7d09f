import type { JsonValue } from '@anedya-docs/openapi-model';
import { permit } from '../auth/permit.ts';
import type { Identity } from '../auth/identity.ts';
import { CallError } from '../call-error.ts';
import type { JsonObject } from '../context.ts';
import { runCall, type CallDeps } from '../run-call.ts';
import type { ApiCall } from './call-table.ts';

/** The rejection of a body, with what is probably its cause. */
function withHints(error: unknown, hints: () => readonly string[]): unknown {
  if (!(error instanceof CallError) || error.status !== 400) return error;
  const { status, reason, message, code } = error;
  return new CallError(status, reason, [message, ...hints()].join(' '), code);
}

/**
 * Runs one call of an API for a caller whose credential has been checked: its permission, its body, then the call itself.
 * @returns the fields beside the envelope
 * @throws CallError when the call is rejected
 */
export async function runApiCall(
  deps: CallDeps,
  call: ApiCall,
  identity: Identity,
  sent: JsonValue | undefined,
): Promise<JsonObject> {
  const { id, operation, checkBody, bodyHints } = call;
  const { projectId, caller } = identity;
  permit(identity, id, operation.permission);
  try {
    const body = checkBody(sent);
    return await runCall(deps, { operationId: id, projectId, caller, body });
  } catch (error) {
    throw withHints(error, () => bodyHints(sent));
  }
}
