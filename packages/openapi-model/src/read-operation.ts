import type { DocumentNode } from './document-node.ts';
import { evidenceIds, type EvidenceSource } from './evidence.ts';
import type { Schema } from './schema.ts';
import { readSecurity, readServers, text, type Head } from './read-head.ts';
import type {
  Alias,
  Body,
  Code,
  Example,
  MqttBinding,
  MqttFacts,
  Operation,
  OperationResponse,
  Parameter,
  SecurityScheme,
  Tag,
} from './types.ts';

/** An operation of the dereferenced document, before `readOperation`. */
export interface RawOperation {
  /** Slug of its page: `x-slug`, or the operationId. */
  readonly id: string;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** Its path item. */
  readonly item: DocumentNode;
  readonly operation: DocumentNode;
  /** Whether it has no reference page (`x-internal`). */
  readonly isInternal: boolean;
}

/** Fields of a path item that are operations (OpenAPI 3.1, 4.8.9). */
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Finds all operations of a document, in document order.
 * @throws DocumentError for an operationId that is missing, not a slug, or a duplicate, or a duplicate `x-slug`
 */
export function findOperations(root: DocumentNode): RawOperation[] {
  const operations = new Map<string, RawOperation>();
  const slugs = new Set<string>();
  for (const [path, item] of root.at('paths').entries()) {
    for (const [method, operation] of item.entries()) {
      if (!methods.has(method)) continue;
      const name = operation.at('operationId');
      const operationId = name.requiredText();
      if (!slug.test(operationId)) {
        throw name.error(
          `operationId "${operationId}" is not a slug: use lowercase letters, digits and hyphens`,
        );
      }
      if (operations.has(operationId)) {
        throw name.error(`operationId "${operationId}" is a duplicate`);
      }
      const ownSlug = operation.at('x-slug');
      const id = ownSlug.text ?? operationId;
      if (slugs.has(id))
        throw (ownSlug.text ? ownSlug : name).error(`the slug "${id}" is a duplicate`);
      slugs.add(id);
      const isInternal = operation.at('x-internal').value === true;
      operations.set(operationId, { id, operationId, method, path, item, operation, isInternal });
    }
  }
  return [...operations.values()];
}

/** Header parameters that OpenAPI ignores, because other fields define them (OpenAPI 3.1, 4.8.12.2.1). */
const described = ['accept', 'content-type', 'authorization'];

function readParameter(node: DocumentNode): Parameter {
  const name = node.at('name').text ?? '';
  const where = node.at('in').text;
  if (where !== 'path' && where !== 'query' && where !== 'header') {
    throw node.at('in').error(`parameter "${name}" must be in path, query or header`);
  }
  if (node.at('schema').value === undefined) {
    throw node.error(`schema of parameter "${name}" is missing`);
  }
  return {
    name,
    in: where,
    required: node.at('required').value === true,
    description: node.at('description').text ?? '',
    schema: node.at('schema').object,
  };
}

/**
 * Reads the parameters of a path item and of its operation, which override the former (OpenAPI 3.1, 4.8.9.1). The constant
 * headers of a credential (`x-extra-headers`) are not among them.
 * @throws DocumentError for a cookie, or a parameter without a schema
 */
function readParameters(
  item: DocumentNode,
  operation: DocumentNode,
  schemes: readonly SecurityScheme[],
): Parameter[] {
  const extra = schemes.flatMap(({ extraHeaders }) => Object.keys(extraHeaders));
  const ignored = new Set([...described, ...extra.map((name) => name.toLowerCase())]);
  const parameters = new Map<string, Parameter>();
  for (const node of [item, operation].flatMap((owner) => owner.at('parameters').items())) {
    const parameter = readParameter(node);
    if (parameter.in === 'header' && ignored.has(parameter.name.toLowerCase())) continue;
    parameters.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...parameters.values()];
}

/** Reads schema and examples of a JSON request or response body. */
function readJson(node: DocumentNode): { schema: Schema; examples: readonly Example[] } {
  const media = node.at('content', 'application/json');
  if (media.at('schema').value === undefined) {
    throw media.error('schema is missing: every body needs application/json');
  }
  const examples = media
    .at('examples')
    .entries()
    .map(([name, example]) => {
      const { value } = example.at('value');
      if (value === undefined) throw example.error(`value of example "${name}" is missing`);
      return { name, summary: example.at('summary').text ?? '', value };
    });
  return { schema: media.at('schema').object, examples };
}

function defaultExample(node: DocumentNode, examples: readonly Example[]): Example {
  const found = examples.find((example) => example.name === 'default');
  if (!found) throw node.at('content', 'application/json').error('examples.default is missing');
  return found;
}

/**
 * Reads a request body.
 * @throws DocumentError if its schema or its example `default` is missing
 */
function readBody(node: DocumentNode): Body {
  const { schema, examples } = readJson(node);
  return { schema, examples, example: defaultExample(node, examples).value };
}

/**
 * Reads the responses of an operation, `200` first. Every response of these APIs is a JSON object, so each one needs a
 * schema. Only `200` needs an example.
 * @throws DocumentError if `200`, its example `default` or any schema is missing
 */
function readResponses(node: DocumentNode): OperationResponse[] {
  const responses = node.entries().map(([status, response]) => {
    const { schema, examples } = readJson(response);
    if (status === '200') defaultExample(response, examples);
    return {
      status,
      description: response.at('description').text ?? '',
      schema,
      examples,
      isSandbox: response.at('x-sandbox').value === true,
    };
  });
  const success = responses.filter(({ status }) => status === '200');
  if (success.length === 0) throw node.error('the response 200 is missing');
  return [...success, ...responses.filter(({ status }) => status !== '200')];
}

/**
 * Reads the tag of an operation, the section of its page.
 * @throws DocumentError for a missing or undeclared tag, or several
 */
function readTag(operation: DocumentNode, declared: readonly Tag[]): string {
  const [tag, second] = operation.at('tags').items();
  const name = tag?.text;
  if (!tag || name === undefined) throw operation.error('an operation needs a tag');
  if (second) throw second.error('an operation has one tag');
  if (!declared.some((candidate) => candidate.name === name)) {
    throw tag.error(`tag "${name}" is not declared`);
  }
  return name;
}

/**
 * Reads the codes that an operation lists.
 * @throws DocumentError for a code that the document does not declare
 */
function selectCodes(node: DocumentNode, codes: readonly Code[]): Code[] {
  return node.items().map((item) => {
    const found = codes.find(({ code }) => code === item.text);
    if (!found)
      throw item.error(`code "${item.text ?? ''}" is not declared in the document's map of codes`);
    return found;
  });
}

/**
 * Reads `x-mqtt` of an operation, if it has one.
 * @throws DocumentError if the document has no `x-mqtt`, which has the prefix of topics
 */
function readMqttBinding(
  node: DocumentNode,
  facts: MqttFacts | undefined,
): MqttBinding | undefined {
  if (node.value === undefined) return undefined;
  if (!facts) throw node.error('x-mqtt of an operation requires x-mqtt of the document');
  return {
    publish: `${facts.topicPrefix}${text(node.at('publish'))}`,
    responseTopics: node
      .at('responses')
      .items()
      .map((suffix) => `${facts.topicPrefix}${text(suffix)}`),
    differences: node.at('differences').items().map(text),
    provisional: node.at('provisional').text,
  };
}

/** A field of the innermost node that has it. */
function innermost(
  name: string,
  ...nodes: readonly [DocumentNode, ...DocumentNode[]]
): DocumentNode {
  const [inner] = nodes;
  const defining = nodes.find((node) => node.at(name).value !== undefined);
  return (defining ?? inner).at(name);
}

function readRelated(node: DocumentNode, slugs: ReadonlyMap<string, string>): string[] {
  return node.items().map((item) => {
    const id = slugs.get(item.text ?? '');
    if (id === undefined) {
      throw item.error(`x-related names the unknown operation "${item.text ?? ''}"`);
    }
    return id;
  });
}

/**
 * Reads `x-evidence` of an operation.
 * @throws DocumentError if it is missing, or has `inferred` for a confirmed operation, or not for an unconfirmed one
 */
function readEvidence(operation: DocumentNode): readonly EvidenceSource[] {
  const node = operation.at('x-evidence');
  const listed = new Set(node.items().map(({ text: id }) => id));
  if (listed.size === 0) throw operation.error('x-evidence is missing');
  const isUnconfirmed = operation.at('x-provisional').value !== undefined;
  if (listed.has('inferred') !== isUnconfirmed) {
    throw node.error(
      isUnconfirmed
        ? 'the operation has x-provisional: add inferred to x-evidence'
        : 'the operation is inferred: add x-provisional with the reason',
    );
  }
  return evidenceIds.filter((id) => listed.has(id));
}

function readAliases(node: DocumentNode): Alias[] {
  return node.items().map((alias) => ({
    method: alias.at('method').text === 'get' ? 'GET' : 'POST',
    path: alias.at('path').requiredText(),
  }));
}

/**
 * Reads one operation. Servers and security of the operation override those of the document (OpenAPI 3.1,
 * 4.8.10).
 * @param root the dereferenced document
 * @param slugs of the operations that have a page, by operationId
 * @throws DocumentError if something that every page needs is missing, or a name is unknown
 */
export function readOperation(
  root: DocumentNode,
  head: Head,
  raw: RawOperation,
  slugs: ReadonlyMap<string, string>,
): Operation {
  const { operation, item, path } = raw;
  const servers = readServers(innermost('servers', operation, item, root));
  const [server] = servers;
  const withoutSlash = (url: string) => url.replace(/\/$/, '');
  const security = readSecurity(innermost('security', operation, root), head.securitySchemes);
  return {
    id: raw.id,
    operationId: raw.operationId,
    method: raw.method.toUpperCase(),
    path,
    url: `${withoutSlash(server.url)}${path}`,
    urlTemplate: `${withoutSlash(server.template)}${path}`,
    servers,
    tag: readTag(operation, head.tags),
    title: operation.at('summary').requiredText(),
    description: operation.at('description').requiredText(),
    security: security.schemes,
    securityOptional: security.optional,
    permission: operation.at('x-permission').text,
    parameters: readParameters(item, operation, security.schemes),
    request: readBody(operation.at('requestBody')),
    responses: readResponses(operation.at('responses')),
    reasonCodes: selectCodes(operation.at('x-reason-codes'), head.reasonCodes),
    errorCodes: selectCodes(operation.at('x-error-codes'), head.errorCodes),
    related: readRelated(operation.at('x-related'), slugs),
    guide: operation.at('x-guide').text,
    keywords: operation
      .at('x-keywords')
      .items()
      .map((keyword) => keyword.text ?? ''),
    traps: operation
      .at('x-traps')
      .items()
      .map((trap) => trap.text ?? ''),
    mqtt: readMqttBinding(operation.at('x-mqtt'), head.mqtt),
    aliases: readAliases(operation.at('x-aliases')),
    evidence: readEvidence(operation),
    provisional: operation.at('x-provisional').text,
  };
}
