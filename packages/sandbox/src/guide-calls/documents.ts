import { parseDocument, type ApiDocument } from '@anedya-docs/openapi-model';
import type { Api, Documents } from '../core/api/call-table.ts';
import type { JsonObject } from '../core/context.ts';
import { devicePaths } from './device.ts';
import { platformPaths } from './platform.ts';

/** Parts of an API's document that its guide calls share. */
function borrow(raw: JsonObject): JsonObject {
  const { servers, components, 'x-reason-codes': reasons, 'x-mqtt': mqtt } = raw;
  const { securitySchemes } = components as JsonObject;
  return {
    ...(servers !== undefined && { servers }),
    ...(securitySchemes !== undefined && { components: { securitySchemes } }),
    ...(reasons !== undefined && { 'x-reason-codes': reasons }),
    // Pushed messages belong to no call, and their schemas stay where they are.
    ...(mqtt !== undefined && { 'x-mqtt': { ...(mqtt as JsonObject), pushed: [] } }),
  };
}

/** Adds the calls that guides teach to those of a document, read by the same rules. */
async function withPaths(api: Api, document: ApiDocument, paths: JsonObject): Promise<ApiDocument> {
  const extra = await parseDocument(
    JSON.stringify({
      ...borrow(document.raw as JsonObject),
      openapi: '3.1.0',
      info: { title: document.title, version: document.version },
      tags: [{ name: 'Guides', description: 'Calls without a page of their own.' }],
      paths,
    }),
    `guide calls of the ${api} API`,
  );
  return { ...document, operations: [...document.operations, ...extra.operations] };
}

/**
 * Both documents with the calls that only guides teach: heartbeat, events, health status, child nodes.
 * @throws DocumentError when one of them does not fit its document
 */
export async function withGuideCalls({ platform, device }: Documents): Promise<Documents> {
  return {
    platform: await withPaths('platform', platform, platformPaths),
    device: await withPaths('device', device, devicePaths),
  };
}
