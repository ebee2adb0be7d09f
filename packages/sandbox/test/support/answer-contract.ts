import { bodyViolation, type OperationResponse } from '@anedya-docs/openapi-model';
import type { Api, Documents } from '../../src/core/api/call-table.ts';
import type { JsonObject } from '../../src/core/context.ts';
import { provisionalHeader } from '../../src/http/response.ts';

interface Call {
  readonly id: string;
  readonly answers: readonly OperationResponse[];
  readonly isProvisional: boolean;
  readonly hasEnvelope: boolean;
}

/** An answer as it came. */
export interface Received {
  /** Path below the sandbox: `/platform/v1/node/create`. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: JsonObject;
}

/** The description that a status falls under: its own, that of its group, or that of all others. */
function describedAs(
  answers: readonly OperationResponse[],
  status: number,
): OperationResponse | undefined {
  const group = `${Math.trunc(status / 100)}XX`;
  return [String(status), group, 'default']
    .map((name) => answers.find((answer) => answer.status === name))
    .find((answer) => answer !== undefined);
}

/** What the fields of an envelope say that does not fit the status. */
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

/** Holds answers against the documents, and keeps which of the documented ones have been seen. */
export class AnswerContract {
  /** `platform/node-create 4XX`, `platform/node-create node::devidexists`, `device/submitdata 4020`. */
  readonly seen = new Set<string>();
  private readonly calls = new Map<string, Call>();

  constructor(documents: Documents) {
    for (const api of ['platform', 'device'] as const) this.add(api, documents);
  }

  private add(api: Api, documents: Documents): void {
    for (const { id, path, aliases, responses: answers, provisional } of documents[api]
      .operations) {
      const example = answers[0]?.examples[0]?.value as JsonObject;
      const call = {
        id: `${api}/${id}`,
        answers,
        isProvisional: provisional !== undefined,
        hasEnvelope: 'success' in example,
      };
      for (const route of [path, ...aliases.map((alias) => alias.path)]) {
        this.calls.set(`/${api}/v1${route}`, call);
      }
    }
  }

  /**
   * Checks an answer. One at an address that no document describes may be anything.
   * @throws Error that says what does not fit
   */
  check({ path, status, headers, body }: Received): void {
    const call = this.calls.get(path);
    if (!call || status === 204) return;
    const { id, answers, hasEnvelope, isProvisional } = call;
    const answer = describedAs(answers, status);
    if (!answer) throw new Error(`${id} documents no answer of status ${status}`);
    const fault = bodyViolation(answer.schema, body);
    if (fault) throw new Error(`${id} ${status}: ${fault.path.join('.')} ${fault.reason}`);
    const wrong = hasEnvelope || status !== 200 ? contradiction(status, body) : undefined;
    if (wrong !== undefined) throw new Error(`${id}: ${wrong}`);
    if ((headers[provisionalHeader] !== undefined) !== isProvisional) {
      throw new Error(`${id}: the header ${provisionalHeader} does not say what the document says`);
    }
    const { reasonCode, errorcode, errcode } = body;
    for (const what of [answer.status, reasonCode, errorcode ?? errcode]) {
      if (typeof what !== 'object' && what !== undefined) this.seen.add(`${id} ${what}`);
    }
  }
}
