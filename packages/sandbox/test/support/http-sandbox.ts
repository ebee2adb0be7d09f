import Fastify, { type FastifyInstance } from 'fastify';
import type { Examples, JsonValue } from '@anedya-docs/openapi-model';
import type { Responder } from '../../src/http/handler.ts';
import { serverStorage, type StorageLimits } from '../../src/core/limits.ts';
import { openSandbox, type CommonOptions, type Sandbox } from '../../src/sandbox.ts';
import type { JsonObject } from '../../src/core/context.ts';
import { sandboxPlugin } from '../../src/serve/fastify.ts';
import { nodePlatform } from '../../src/node-platform.ts';
import { signatureOf } from '../../src/core/auth/authenticate.ts';
import { ResponseContract } from './response-contract.ts';
import { apiDocuments } from './api-documents.ts';
import { openTestPlatform, type TestPlatform } from './test-store.ts';

export interface ProjectNode {
  readonly nodeId: string;
  readonly name: string;
  readonly deviceId: string;
  readonly bound: boolean;
  readonly connectionKey: string;
  readonly bindingSecret: string;
}

/** The fields of the response of `POST /projects` that tests read. */
export interface Project {
  readonly projectId: string;
  readonly apiKey: string;
  readonly nodes: readonly [ProjectNode, ProjectNode];
  readonly newDeviceId: string;
  readonly commandId: string;
  readonly assetId: string;
  readonly examples: Examples;
}

/** The response of `GET /projects/current/export`. */
export interface ProjectFile extends JsonObject {
  readonly version: number;
  readonly tables: Record<string, JsonValue[][]>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: JsonObject;
}

export interface Send {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' | 'PATCH';
  /** Text and bytes go as they are, anything else as JSON. */
  readonly body?: JsonValue | Buffer;
  readonly address?: string;
}

/** Headers of a request with an API key. */
export function bearer(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

/** Headers of a request with a connection key. */
export function deviceKey(connectionKey: string): Record<string, string> {
  return { 'auth-mode': 'key', authorization: connectionKey };
}

function partsOf({ headers, method = 'POST', body, address = '192.0.2.1' }: Send) {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const content = body === undefined || isRaw ? body : JSON.stringify(body);
  const type = content === undefined ? undefined : { 'content-type': 'application/json' };
  const all: Record<string, string> = { ...type, ...headers };
  return { method, headers: all, content, address };
}

/** A sandbox with a new store behind a server that does not listen; tests set its clock. */
export class HttpSandbox {
  /** Milliseconds since 1970. */
  now = Date.UTC(2026, 0, 1, 12, 2, 3);

  private projects = 0;

  private constructor(
    /** The sandbox behind the adapter. */
    readonly app: FastifyInstance,
    private readonly place: TestPlatform,
    private readonly state: { sandbox?: Sandbox; contract?: ResponseContract; respond?: Responder },
  ) {}

  private get respond(): Responder {
    if (!this.state.respond) throw new Error('the sandbox is opened before the tests');
    return this.state.respond;
  }

  get sandbox(): Sandbox {
    if (!this.state.sandbox) throw new Error('the sandbox is opened before the tests');
    return this.state.sandbox;
  }

  /** Checks every response of a documented operation. */
  get contract(): ResponseContract {
    if (!this.state.contract) throw new Error('the sandbox is opened before the tests');
    return this.state.contract;
  }

  static async open(
    storage: StorageLimits = serverStorage,
    options: Pick<CommonOptions, 'maxProjects'> = {},
  ): Promise<HttpSandbox> {
    const app = Fastify();
    const place = await openTestPlatform();
    const http = new HttpSandbox(app, place, {});
    const documents = await apiDocuments();
    const sandbox = await openSandbox(place.platform, {
      documents,
      storage,
      clock: { now: () => http.now },
      ...options,
    });
    http.state.sandbox = sandbox;
    http.state.contract = new ResponseContract(documents);
    const pageOrigins = ['https://docs.example'];
    http.state.respond = sandbox.responder({
      path: '/sandbox',
      pageOrigins,
      siteUrl: () => 'https://docs.example',
    });
    await app.register(sandboxPlugin(sandbox.responder), { prefix: '/sandbox' });
    return http;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.sandbox.close();
    await this.place.remove();
  }

  /**
   * Passes a request below `/sandbox` to the handler.
   * @throws Error if the response of a documented operation does not match the document
   */
  async send(path: string, options: Send = {}): Promise<Reply> {
    const { method, headers, content, address } = partsOf(options);
    const url = `http://${headers.host ?? 'localhost'}/sandbox${path}`;
    // A `Request` of these methods has no body.
    const isBodyless = method === 'GET' || method === 'HEAD' || content === undefined;
    const body = isBodyless ? undefined : Buffer.from(content);
    const request = new Request(url, { method, headers, body });
    const { status, headers: sent, body: bytes } = await this.respond(request, address);
    const response = new Response(bytes, { status, headers: sent });
    const received = Object.fromEntries(response.headers);
    return this.checked(path, method, { status, headers: received }, await response.text());
  }

  /** The same through the adapter, which takes requests that no `Request` can be: such as one to a host that is none. */
  async inject(path: string, options: Send = {}): Promise<Reply> {
    const { method, headers, content, address } = partsOf(options);
    const {
      statusCode,
      headers: received,
      body,
    } = await this.app.inject({
      method,
      headers,
      url: `/sandbox${path}`,
      remoteAddress: address,
      ...(content !== undefined && { payload: content }),
    });
    return this.checked(path, method, { status: statusCode, headers: received }, body);
  }

  private checked(path: string, method: string, reply: Omit<Reply, 'body'>, text: string): Reply {
    const body = text === '' ? {} : (JSON.parse(text) as JsonObject);
    // A response to HEAD has no body (RFC 9110, 9.3.2).
    if (method !== 'HEAD') this.contract.check({ path, ...reply, body });
    return { ...reply, body };
  }

  /** Creates a project from an address that has created none. */
  async createProject(): Promise<Project> {
    this.projects += 1;
    const { body } = await this.send('/projects', { address: `198.51.100.${this.projects}` });
    return body as unknown as Project;
  }

  /** A request to the Platform API with an API key. */
  platform(path: string, apiKey: string, body: JsonValue): Promise<Reply> {
    return this.send(`/platform/v1${path}`, { headers: bearer(apiKey), body });
  }

  /** A request to the Device API with a connection key. */
  device(path: string, connectionKey: string, body: JsonValue): Promise<Reply> {
    return this.send(`/device/v1${path}`, { headers: deviceKey(connectionKey), body });
  }

  /** Headers that sign a text with an access token, at the current time by default. */
  signed(
    { tokenId, token }: { readonly tokenId: string; readonly token: string },
    text: string | Buffer,
    seconds = Math.floor(this.now / 1000),
  ): Record<string, string> {
    return {
      authorization: 'ANEDYASIGV1',
      'x-anedya-tokenid': tokenId,
      'x-anedya-timestamp': String(seconds),
      'x-anedya-signatureversion': 'v1',
      'x-anedya-signature': signatureOf(nodePlatform.sha256, Buffer.from(text), seconds, token),
    };
  }
}
