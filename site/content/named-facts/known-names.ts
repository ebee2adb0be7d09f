import {
  flattenFields,
  schemaFields,
  type ApiDocument,
  type Field,
  type JsonValue,
  type Operation,
  type Schema,
} from '@anedya-docs/openapi-model';
import type { Api } from '../api-reference/documents';

/** What a name in the documents denotes. */
export type Kind =
  | 'address'
  | 'operation'
  | 'code'
  | 'example'
  | 'field'
  | 'header'
  | 'number'
  | 'path'
  | 'permission'
  | 'topic'
  | 'type'
  | 'value';

/** All names in the documents, with their kinds and first occurrence. */
export type KnownNames = ReadonlyMap<string, ReadonlyMap<Kind, string>>;

type Add = (kind: Kind, name: string, where: string) => void;

function addValue(add: Add, kind: Kind, value: JsonValue | undefined, where: string): void {
  if (typeof value === 'string') {
    add(kind, value, where);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) addValue(add, kind, part, where);
  }
}

function addField(add: Add, { name, path, schema, variants }: Field, where: string): void {
  if (!name.startsWith('{')) add('field', name, where);
  add('field', path, where);
  for (const part of [schema, ...variants.map((variant) => variant.schema)]) {
    for (const value of [part.enum, part.const, part.items?.enum, part.items?.const].flat()) {
      addValue(add, 'value', value, where);
    }
    addValue(add, 'example', [...(part.examples ?? [])], where);
    for (const type of [part.type ?? []].flat()) add('type', type, where);
  }
}

function addSchema(add: Add, schema: Schema, where: string): void {
  for (const field of flattenFields(schemaFields(schema))) addField(add, field, where);
}

function addOperation(add: Add, operation: Operation, api: string): void {
  const where = `${api}/${operation.id}`;
  add('operation', operation.id, where);
  add('path', operation.path, where);
  for (const { path } of operation.aliases) add('path', path, where);
  add('address', operation.url, where);
  if (operation.permission !== undefined) add('permission', operation.permission, where);
  const { publish, responseTopics = [] } = operation.mqtt ?? {};
  for (const topic of [publish ?? [], responseTopics].flat()) add('topic', topic, where);
  for (const { schema, examples } of [operation.request, ...operation.responses]) {
    addSchema(add, schema, where);
    for (const { value } of examples) addValue(add, 'example', value, where);
  }
}

/** Header lines and names in code spans of a text: `Auth-mode: key`. */
function addHeaders(add: Add, text: string, where: string): void {
  for (const [, code = ''] of text.matchAll(/`([^`\n]+)`/g)) {
    const [, name] = /^([A-Z][\w-]*)(?:: \S.*)?$/i.exec(code) ?? [];
    if (name === undefined || !/^[A-Z]/.test(name)) continue;
    add('header', code.toLowerCase(), where);
    add('header', name.toLowerCase(), where);
  }
}

function addHead(add: Add, document: ApiDocument, where: string): void {
  const { servers, securitySchemes, mqtt, description } = document;
  for (const { url, template, variables } of servers) {
    for (const address of [url, template]) {
      add('address', address, where);
      add('address', address.replace(/^\w+:\/\/|\/v\d+$/g, ''), where);
    }
    for (const variable of variables) {
      add('address', `{${variable.name}}`, where);
      for (const value of variable.enum) add('value', value, where);
      if (mqtt) add('address', mqtt.host.replace(variable.default, `{${variable.name}}`), where);
    }
  }
  addHeaders(add, description, where);
  for (const scheme of securitySchemes) {
    addHeaders(add, `\`${scheme.header}\` ${scheme.description}`, where);
    for (const [name, value] of Object.entries(scheme.extraHeaders)) {
      addHeaders(add, `\`${name}: ${value}\``, where);
    }
  }
  for (const { code } of [...document.reasonCodes, ...document.sandboxCodes])
    add('code', code, where);
  for (const { code } of document.errorCodes) add('number', code, where);
  if (!mqtt) return;
  add('address', mqtt.host, where);
  for (const port of Object.values(mqtt.ports)) add('number', String(port), where);
  add('path', mqtt.webSocketPath, where);
  for (const topic of [mqtt.topicPrefix, mqtt.topicPrefix.split('/')[0] ?? '']) {
    add('topic', topic, where);
  }
  for (const [placeholder] of mqtt.topicPrefix.matchAll(/\{\w+\}/g)) {
    add('address', placeholder, where);
  }
  const messages = [...mqtt.pushed, ...mqtt.published];
  for (const { topic } of [...mqtt.subscribe, ...messages]) add('topic', topic, where);
  for (const { schema } of messages) addSchema(add, schema, where);
}

/** Collects all names of the documents. Topics are also collected without their common prefix. */
export function knownNames(apis: readonly Api[]): KnownNames {
  const names = new Map<string, Map<Kind, string>>();
  const prefix = apis.map(({ document }) => document.mqtt?.topicPrefix).find(Boolean) ?? '';
  const add: Add = (kind, name, where) => {
    if (kind === 'topic' && name.startsWith(prefix) && name !== prefix) {
      add('topic', name.slice(prefix.length), where);
    }
    if (name === '') return;
    const kinds = names.get(name) ?? new Map<Kind, string>();
    if (!kinds.has(kind)) kinds.set(kind, where);
    names.set(name, kinds);
  };
  for (const { config, document } of apis) {
    addHead(add, document, `the ${document.title}`);
    for (const operation of document.allOperations) {
      addOperation(add, operation, config.name);
    }
  }
  return names;
}
