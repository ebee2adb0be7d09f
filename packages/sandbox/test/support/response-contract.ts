import { bodyViolation, type OperationResponse } from '@anedya-docs/openapi-model';
import type { Api, Documents } from '../../src/core/api/operation-table.ts';
import type { JsonObject } from '../../src/core/context.ts';
import { provisionalHeader } from '../../src/http/response.ts';

interface ContractOperation {
  readonly id: string;
  readonly responses: readonly OperationResponse[];
  readonly isProvisional: boolean;
  readonly hasEnvelope: boolean;
}

/** A received response. */
export interface Received {
  /** Path below the sandbox: `/platform/v1/node/create`. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: JsonObject;
}

/** The documented response for a status: its own, that of its range, or the default. */
function describedAs(
  responses: readonly OperationResponse[],
  status: number,
): OperationResponse | undefined {
  const group = `${Math.trunc(status / 100)}XX`;
  return [String(status), group, 'default']
    .map((name) => responses.find((response) => response.status === name))
    .find((response) => response !== undefined);
}

/** How the fields of an envelope contradict the status. */
function contradiction(status: number, body: JsonObject): string | undefined {
  const { success, error, errorcode, errcode, reasonCode = '' } = body;
  const isGood = status === 200;
  if (success !== isGood) return `"success" is ${JSON.stringify(success)} at status ${status}`;
  if ((error === '') !== isGood) return `"error" is ${JSON.stringify(error)} at status ${status}`;
  if (((errorcode ?? errcode) === 0) !== isGood) return 'the numeric code says otherwise';
  if (reasonCode !== '' && (reasonCode === 'generic::ok') !== isGood) {
    return `"reasonCode" is ${JSON.stringify(reasonCode)} at status ${status}`;
  }
  return undefined;
}

/** Checks responses against the documents, and records which documented ones occurred. */
export class ResponseContract {
  /** `platform/node-create 4XX`, `platform/node-create node::devidexists`, `device/submitdata 4020`. */
  readonly seen = new Set<string>();
  private readonly operations = new Map<string, ContractOperation>();

  constructor(documents: Documents) {
    for (const api of ['platform', 'device'] as const) this.add(api, documents);
  }

  private add(api: Api, documents: Documents): void {
    for (const { id, path, aliases, responses, provisional } of documents[api].allOperations) {
      const example = responses[0]?.examples[0]?.value as JsonObject;
      const request = {
        id: `${api}/${id}`,
        responses,
        isProvisional: provisional !== undefined,
        hasEnvelope: 'success' in example,
      };
      for (const route of [path, ...aliases.map((alias) => alias.path)]) {
        this.operations.set(`/${api}/v1${route}`, request);
      }
    }
  }

  /**
   * Checks a response. Responses of undocumented routes are ignored.
   * @throws Error that says what does not fit
   */
  check({ path, status, headers, body }: Received): void {
    const operation = this.operations.get(path);
    if (!operation || status === 204) return;
    const { id, responses, hasEnvelope, isProvisional } = operation;
    const response = describedAs(responses, status);
    if (!response) throw new Error(`${id} documents no response with status ${status}`);
    const violation = bodyViolation(response.schema, body);
    if (violation) {
      throw new Error(`${id} ${status}: ${violation.path.join('.')} ${violation.reason}`);
    }
    const wrong = hasEnvelope || status !== 200 ? contradiction(status, body) : undefined;
    if (wrong !== undefined) throw new Error(`${id}: ${wrong}`);
    if ((headers[provisionalHeader] !== undefined) !== isProvisional) {
      throw new Error(`${id}: the header ${provisionalHeader} does not say what the document says`);
    }
    const { reasonCode, errorcode, errcode } = body;
    for (const what of [response.status, reasonCode, errorcode ?? errcode]) {
      if (typeof what !== 'object' && what !== undefined) this.seen.add(`${id} ${what}`);
    }
  }
}
