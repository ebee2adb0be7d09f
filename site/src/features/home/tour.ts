/** What the tour of the home page sends to the sandbox, and what it shows of the responses. */
import type { JsonValue } from '@anedya-docs/openapi-model';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import { browser } from '@site/src/requests/browser';
import { hasSucceeded, outcomeText } from '@site/src/requests/result-text';
import { credentialHeaders } from '@site/src/requests/credentials';
import type { OperationData } from '@site/src/requests/operation';
import type { Outcome } from '@site/src/requests/outcome';
import { exampleText } from '@site/src/requests/request';
import {
  sandboxAddress,
  SandboxError,
  sandboxFailure,
  sandboxHint,
  openSandboxProject,
  sandboxProject,
  demoNode,
  type SandboxProject,
  type SandboxRequest,
  sendToSandbox,
} from '@site/src/features/sandbox-project';

/** A value and its time, in Unix seconds. */
export interface Point {
  readonly timestamp: number;
  readonly value: number;
}

/** A request and its response as text, without secrets. */
export interface Exchange {
  readonly request: string;
  readonly response: string;
  /** One sentence. */
  readonly result: string;
  /** The value that was sent. */
  readonly sent?: number;
  /** The values that were read, newest first, and their variable. */
  readonly points?: readonly Point[];
  readonly variable?: string;
  readonly problem?: { readonly title: string; readonly message: string; readonly hint: string };
}

const mask = '••••••••';

/** JSON with one line for each object without nested ones. */
const jsonText = (value: unknown) =>
  JSON.stringify(value, null, 2).replaceAll(
    /\{\n\s+([^{}[\]]*?)\n\s+\}/g,
    (_, fields: string) => `{ ${fields.replaceAll(/\n\s+/g, ' ')} }`,
  );

/** Creates the project of this tab, or reads it when there is one. @throws SandboxError */
export async function createProject(): Promise<Exchange & { readonly project: SandboxProject }> {
  const former = sandboxProject();
  const project = await openSandboxProject();
  const isNew = former?.projectId !== project.projectId;
  const path = new URL(sandboxAddress()).pathname;
  const node = demoNode(project)?.name ?? '';
  const { projectId, nodes } = project;
  return {
    project,
    request: isNew
      ? `POST ${path}/projects`
      : `GET ${path}/projects/current\nAuthorization: Bearer ${mask}`,
    response: jsonText({
      projectId,
      apiKey: mask,
      nodes: nodes.map(({ name, nodeId }) => ({ name, nodeId, connectionKey: mask })),
    }),
    result: `${isNew ? 'Project created' : 'Your project is ready'}. Its device is ${node}.`,
  };
}

/** Describes why there is no project. */
export function problemOf(error: unknown): Exchange['problem'] {
  if (!(error instanceof SandboxError)) throw error;
  return sandboxFailure.noProject(error);
}

function problemIn(outcome: Outcome): Exchange['problem'] {
  if (outcome.kind === 'failure') return outcome;
  if (outcome.kind === 'canceled' || hasSucceeded(outcome)) return undefined;
  const note = sandboxHint(outcome);
  return {
    title: 'The request was rejected',
    message: note?.text ?? outcomeText(outcome),
    hint: note?.hint ?? 'See the response.',
  };
}

async function perform(
  request: Omit<SandboxRequest, 'scheme'> & { readonly edited: string },
  cancel: AbortSignal,
  show: (json: JsonValue) => unknown,
): Promise<Exchange & { readonly json: JsonValue | undefined }> {
  const { operation, server, edited } = request;
  const scheme = operation.security[0];
  const { outcome } = await sendToSandbox({ ...request, scheme }, browser(), cancel);
  const keys = { apiKey: mask, connectionKey: mask };
  const headers = scheme ? await credentialHeaders(scheme, keys, edited, 0) : {};
  const json = outcome.kind === 'response' ? outcome.json : undefined;
  const problem = problemIn(outcome);
  return {
    json: problem ? undefined : json,
    request: [
      `${operation.method.toUpperCase()} ${new URL(server).pathname}${operation.path}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      jsonText(JSON.parse(edited)),
    ].join('\n'),
    response:
      outcome.kind === 'response'
        ? `${outcomeText(outcome)}\n\n${json === undefined ? outcome.text : jsonText(show(json))}`
        : '',
    result: outcome.kind === 'canceled' ? 'Canceled.' : '',
    ...(problem && { problem }),
  };
}

/** Submits a value as the device, with the time of the server. */
export async function submitValue(
  operation: OperationData,
  { deviceUrl }: SandboxProject,
  value: number,
  cancel: AbortSignal,
): Promise<Exchange> {
  const { example } = operation.request;
  const points = isJsonObject(example) && Array.isArray(example.data) ? example.data : [];
  const [first] = points;
  const body = { data: [{ ...(isJsonObject(first) && first), value, timestamp: 0 }] };
  const request = { operation, server: deviceUrl, edited: JSON.stringify(body) };
  const sent = await perform(request, cancel, (json) => json);
  return { ...sent, sent: value, result: sent.problem ? '' : `Sent: ${value} is stored.` };
}

const pointsOf = (list: JsonValue): readonly Point[] =>
  (Array.isArray(list) ? list : []).flatMap((point) => {
    if (!isJsonObject(point)) return [];
    const { timestamp, value } = point;
    return typeof timestamp === 'number' && typeof value === 'number' ? [{ timestamp, value }] : [];
  });

/** The response with the newest values only. */
function shortened(json: JsonValue): JsonValue {
  if (!isJsonObject(json) || !isJsonObject(json.data)) return json;
  const data = Object.entries(json.data).map(([node, points]) => [
    node,
    Array.isArray(points) ? points.slice(0, 3) : points,
  ]);
  return { ...json, data: Object.fromEntries(data) as JsonValue };
}

/** Values of the last day, newest first. */
interface Reading extends Exchange {
  readonly variable: string;
  readonly points: readonly Point[];
}

/**
 * Reads the values of the last day as an app, also those of a server whose clock is up to an hour ahead.
 * @param keepsProject whether a project that has ended is not replaced
 */
export async function readValues(
  operation: OperationData,
  { platformUrl, examples }: SandboxProject,
  cancel: AbortSignal,
  keepsProject = false,
): Promise<Reading> {
  const body = JSON.parse(exampleText(operation, examples, Date.now())) as {
    readonly variable: string;
    readonly to: number;
  };
  const edited = JSON.stringify({ ...body, to: body.to + 3600 });
  const request = { operation, server: platformUrl, edited, keepsProject };
  const read = await perform(request, cancel, shortened);
  const data = isJsonObject(read.json) ? read.json.data : undefined;
  const points = isJsonObject(data) ? Object.values(data).flatMap(pointsOf) : [];
  const newest = points[0];
  return {
    ...read,
    variable: body.variable,
    points,
    result: newest
      ? `${points.length} values. The newest is ${newest.value}; the response shows the newest 3.`
      : '',
  };
}
