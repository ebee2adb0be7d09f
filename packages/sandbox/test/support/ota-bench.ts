import { createHash } from 'node:crypto';
import { assetsHandlers } from '../../src/core/ota/assets.ts';
import type { Principal, JsonObject } from '../../src/core/context.ts';
import { RequestError } from '../../src/core/errors.ts';
import { deploymentsHandlers } from '../../src/core/ota/deployments.ts';
import { nodesHandlers } from '../../src/core/nodes.ts';
import { type FileTarget, verifyAddress } from '../../src/core/file-address.ts';
import { otaHandlers } from '../../src/core/ota/updates.ts';
import { findFile, readBytes, storePart } from '../../src/core/ota/asset-records.ts';
import { requestAsDocumented } from './contract.ts';
import { TestSandbox } from './sandbox.ts';

export const hour = 3_600_000;

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A project, its files as an HTTP layer reaches them, and requests that fit the documents. */
export class OtaBench {
  private constructor(
    readonly sandbox: TestSandbox,
    readonly project: string,
  ) {}

  static async open(): Promise<OtaBench> {
    const handlers = {
      ...assetsHandlers,
      ...deploymentsHandlers,
      ...nodesHandlers,
      ...otaHandlers,
    };
    const sandbox = await TestSandbox.open(handlers);
    return new OtaBench(sandbox, await sandbox.project('project-1'));
  }

  /** The same sandbox with another project. */
  async secondProject(): Promise<OtaBench> {
    return new OtaBench(this.sandbox, await this.sandbox.project('project-2'));
  }

  platform(operation: string, body: JsonObject): Promise<JsonObject> {
    return requestAsDocumented(this.sandbox, this.project, `platform/${operation}`, body);
  }

  device(operation: string, nodeId: string, body: JsonObject = {}): Promise<JsonObject> {
    const principal: Principal = { kind: 'device', nodeId, transport: 'http' };
    return requestAsDocumented(this.sandbox, this.project, `device/${operation}`, body, principal);
  }

  async create(fields: JsonObject = {}): Promise<{ id: string; urls: string[] }> {
    const response = await this.platform('assets-create', {
      assetIdentifier: 'main-firmware',
      assetVersion: '1.2.0',
      assetSigned: false,
      ...fields,
    });
    const urls = (response.uploadUrls as { url: string }[]).map(({ url }) => url);
    return { id: response.assetId as string, urls };
  }

  private async place(address: string): Promise<FileTarget> {
    const base = 'http://localhost:3000/sandbox/files';
    if (!address.startsWith(`${base}/`)) throw new Error(`"${address}" is not below ${base}`);
    const url = new URL(address);
    const path = url.pathname.slice(new URL(base).pathname.length);
    const { sandbox } = this;
    const place = await verifyAddress(sandbox.fileKey, path, url.searchParams, sandbox.now);
    if (typeof place === 'string') throw new RequestError(403, place, 'The address is rejected.');
    return place;
  }

  /** Sends `PUT` to an upload URL and returns the ETag. */
  async put(address: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const place = await this.place(address);
    if (place.kind !== 'upload') throw new Error('not an upload address');
    const { db, now, storage } = this.sandbox;
    return db.transaction().execute((tx) => storePart({ tx, now, storage }, place, bytes));
  }

  /** `GET` of a download address. */
  async get(address: string) {
    const place = await this.place(address);
    if (place.kind !== 'download') throw new Error('not a download address');
    const { db, now } = this.sandbox;
    return db.transaction().execute(async (tx) => {
      const { name, size } = await findFile({ tx, now }, place);
      const bytes = await readBytes({ tx, now }, place, { first: 0, last: size - 1 });
      return { name, bytes };
    });
  }

  complete(assetId: string, etags?: readonly string[]): Promise<JsonObject> {
    const parts = etags?.map((etag, index) => ({ partNumber: index + 1, etag }));
    return this.platform('post-assets-complete-upload', { assetId, ...(parts && { parts }) });
  }

  /** A deployable asset. */
  async upload(text: string, fields: JsonObject = {}): Promise<string> {
    const { id, urls } = await this.create(fields);
    await this.put(urls[0] ?? '', bytesOf(text));
    await this.complete(id);
    return id;
  }

  async read(assetId: string): Promise<JsonObject> {
    return (await this.platform('assets-get', { assetId })).data as JsonObject;
  }

  async status(assetId: string): Promise<unknown> {
    return (await this.read(assetId)).assetStatus;
  }

  /** A deployment of one stage that takes every device, with other fields as told. */
  async deploy(assetId: string, fields: JsonObject = {}): Promise<string> {
    const { deploymentId } = await this.platform('deployments-create', {
      deploymentStart: this.seconds,
      assetId,
      deployementFilter: {},
      deploymentConfig: [stage()],
      ...fields,
    });
    return deploymentId as string;
  }

  /** Now, in Unix seconds. */
  get seconds(): number {
    return Math.floor(this.sandbox.now / 1000);
  }

  /** A node with tags. */
  async node(tags: Readonly<Record<string, string>> = {}): Promise<string> {
    const id = await this.sandbox.node(this.project);
    for (const [key, value] of Object.entries(tags)) await this.tag(id, key, value);
    return id;
  }

  async tag(nodeId: string, key: string, value: string): Promise<void> {
    const row = { project_id: this.project, node_id: nodeId, key, value };
    await this.sandbox.db
      .insertInto('node_tags')
      .values(row)
      .onConflict((conflict) => conflict.columns(['project_id', 'node_id', 'key']).doUpdateSet(row))
      .execute();
  }

  /** Deployment that `ota/next` responds with; nothing when there is none. */
  async next(nodeId: string): Promise<unknown> {
    const { data } = await this.device('v-1-ota-next', nodeId);
    return (data as JsonObject | null)?.deploymentId;
  }

  /** Deployments that `ota/current` responds with. */
  async current(nodeId: string): Promise<unknown> {
    const { data } = await this.device('v-1-ota-current', nodeId);
    return (data as JsonObject[]).map(({ deploymentId }) => deploymentId);
  }

  report(nodeId: string, deploymentId: string, status: string): Promise<JsonObject> {
    return this.device('v-1-ota-status-update', nodeId, { deploymentId, status });
  }

  async state(deploymentId: string): Promise<unknown> {
    const { data } = await this.platform('deployments-list', {});
    return (data as JsonObject[]).find((each) => each.deploymentId === deploymentId)
      ?.deploymentStatus;
  }

  async counts(deploymentId: string): Promise<unknown> {
    const { data } = await this.platform('deployments-analyze', { deploymentId });
    return (data as JsonObject).counts;
  }
}

/** A stage that takes 10 devices and never aborts, with other fields as told. */
export function stage(fields: JsonObject = {}): JsonObject {
  return {
    stageNumber: 1,
    stageTarget: 10,
    autoAbort: false,
    abortCriteria: 0,
    delay: 0,
    ...fields,
  };
}
