/** Live streams of the sandbox, on a server or in this browser. */
import { decode } from 'cborg';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { browser } from '@site/src/requests/browser';
import { hasSucceeded, outcomeText } from '../../requests/result-text';
import { credentialHeaders } from '../../requests/credentials';
import type { OperationData } from '../../requests/operation';
import { exampleText } from '../../requests/request';
import {
  connectToWorker,
  isInBrowser,
  type StreamListener,
  openSandboxProject,
  sendToSandbox,
} from '@site/src/features/sandbox-project';

/** Lifetime of a stream and of its access token, in seconds. */
const lifetime = 3600;

/** A value that a stream sends. */
export interface LiveValue {
  readonly node: string;
  readonly variable: string;
  /** Time in milliseconds since 1970. */
  readonly at: number;
  readonly value: JsonValue;
}

/** Operations that open a stream and read what came before it. */
export interface StreamOperations {
  readonly create: OperationData;
  readonly token: OperationData;
  /** Its documents describe the signature of an access token. */
  readonly query: OperationData;
}

type Fields = Readonly<Record<string, JsonValue>>;

/** Why there is no stream. */
export class StreamError extends Error {
  override readonly name = 'StreamError';
}

/**
 * Sends an example with other values in some of its fields.
 * @throws StreamError without a successful response
 */
async function request(
  operation: OperationData,
  changes: Fields,
  cancel: AbortSignal,
): Promise<Fields> {
  const { platformUrl: server, examples } = await openSandboxProject();
  const example = JSON.parse(exampleText(operation, examples, Date.now())) as Fields;
  const edited = JSON.stringify({ ...example, ...changes });
  const scheme = operation.security.find(({ kind }) => kind === 'bearer');
  const { outcome } = await sendToSandbox({ operation, server, scheme, edited }, browser(), cancel);
  if (outcome.kind === 'failure') throw new StreamError(`${outcome.title}. ${outcome.hint}`);
  if (outcome.kind === 'canceled' || !hasSucceeded(outcome)) {
    throw new StreamError(outcomeText(outcome));
  }
  return outcome.json as Fields;
}

const textOf = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');

/**
 * Creates a stream of the variable and node of the examples, and an access token for it.
 * @returns URL to connect to, with the credentials in its query
 * @throws StreamError, SandboxError
 */
async function createStream(
  { create, token, query }: StreamOperations,
  cancel: AbortSignal,
): Promise<string> {
  const stream = await request(create, { expiry: lifetime }, cancel);
  const streamId = textOf(stream.streamId);
  const policy = { resources: { streams: [streamId] }, allow: ['streams::connect'] };
  const access = await request(token, { ttlSec: lifetime, policy }, cancel);
  const scheme = query.security.find(({ kind }) => kind === 'signature');
  const values = { tokenId: textOf(access.tokenId), tokenSecret: textOf(access.token) };
  const headers = scheme ? await credentialHeaders(scheme, values, '', Date.now()) : {};
  const { platformUrl } = await openSandboxProject();
  // The server may not know the address of a proxy in front of it.
  const url = new URL(new URL(textOf(stream.streamURL)).pathname, platformUrl);
  url.protocol = url.protocol.replace('http', 'ws');
  url.search = new URLSearchParams({ ...headers, 'x-anedya-streamid': streamId }).toString();
  return url.href;
}

/** Bytes before the content of a frame with a value: its kind, 0 and 1, and the type of the value. */
const prefix = 3;

/** A position has other names in frames. */
function valueOf(value: unknown): JsonValue {
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  const { lt, ln } = value as { readonly lt?: JsonValue; readonly ln?: JsonValue };
  return { lat: lt ?? null, long: ln ?? null };
}

/**
 * Reads a frame of a stream (specs/facts/platform-api.md, 6).
 * @returns undefined for other frames than values of variables
 */
export function readFrame(frame: ArrayBuffer): LiveValue | undefined {
  const bytes = new Uint8Array(frame);
  if (bytes[0] !== 0 || bytes[1] !== 1) return undefined;
  const { n, v, d, ts } = decode(bytes.subarray(prefix)) as Readonly<Record<string, unknown>>;
  if (typeof n !== 'string' || typeof v !== 'string' || typeof ts !== 'number') return undefined;
  return { node: n, variable: v, at: ts, value: valueOf(d) };
}

function connectToServer(url: string, { onOpen, onFrame, onClose }: StreamListener): () => void {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  socket.onopen = onOpen;
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => onFrame(data);
  socket.onclose = ({ reason }) => onClose(reason);
  return () => {
    socket.onclose = null;
    socket.close();
  };
}

/**
 * Opens a live stream of the tab's project.
 * @param cancel ends the connection
 * @throws StreamError, SandboxError
 */
export async function openStream(
  operations: StreamOperations,
  listener: StreamListener,
  cancel: AbortSignal,
): Promise<void> {
  const url = await createStream(operations, cancel);
  if (cancel.aborted) return;
  const isLocal = isInBrowser({ platformUrl: url.replace(/^ws/, 'http') });
  const connect = isLocal ? connectToWorker : connectToServer;
  const close = connect(url, listener);
  cancel.addEventListener('abort', close);
}
