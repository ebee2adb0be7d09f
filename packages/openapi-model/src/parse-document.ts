import { dereference } from './dereference.ts';
import { readOperation } from './read-operation.ts';
import { Source } from './source.ts';
import type { ApiDocument, JsonValue, Operation, Server, Tag } from './types.ts';

type Obj = Record<string, JsonValue>;

function readServer(value: JsonValue): Server {
  const server = value as {
    url: string;
    description?: string;
    variables?: Record<string, { default?: string }>;
  };
  const url = Object.entries(server.variables ?? {}).reduce(
    (text, [name, variable]) => text.replaceAll(`{${name}}`, variable.default ?? ''),
    server.url,
  );
  return { template: server.url, url, description: server.description ?? '' };
}

function readTag(value: JsonValue): Tag {
  const tag = value as { name: string; description?: string };
  return { name: tag.name, description: tag.description ?? '' };
}

/**
 * Reads an OpenAPI 3.1 document into typed operations, references resolved.
 * @param text YAML or JSON
 * @param file name to put into error messages
 * @throws DocumentError that names file, line and fault
 */
export function parseDocument(text: string, file: string): ApiDocument {
  const source = Source.parse(text, file);
  const root = dereference(source);
  if (typeof root !== 'object' || root === null || Array.isArray(root)) {
    throw source.error([], 'an OpenAPI document is an object');
  }
  const version = root.openapi;
  if (typeof version !== 'string' || !version.startsWith('3.1.')) {
    throw source.error(['openapi'], 'openapi must be 3.1.x');
  }
  const servers = (root.servers as JsonValue[] | undefined)?.map(readServer) ?? [];
  const first = servers[0];
  if (!first) throw source.error(['servers'], 'a document needs at least one server');
  const tags = (root.tags as JsonValue[] | undefined)?.map(readTag) ?? [];
  const operations: Operation[] = [];
  for (const [path, item] of Object.entries((root.paths ?? {}) as Obj)) {
    for (const method of Object.keys(item as Obj)) {
      const operation = readOperation(source, item as Obj, path, method, first.url);
      if (operations.some((other) => other.id === operation.id)) {
        throw source.error(['paths', path, method], `operationId "${operation.id}" appears twice`);
      }
      if (!tags.some((tag) => tag.name === operation.tag)) {
        throw source.error(
          ['paths', path, method, 'tags'],
          `tag "${operation.tag}" is not declared`,
        );
      }
      operations.push(operation);
    }
  }
  const rank = (operation: Operation) => tags.findIndex((tag) => tag.name === operation.tag);
  operations.sort((a, b) => rank(a) - rank(b));
  const info = root.info as { title: string; description?: string };
  return { title: info.title, description: info.description ?? '', servers, tags, operations };
}
