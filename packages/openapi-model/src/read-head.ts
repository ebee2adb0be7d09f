import type { DocumentNode } from './document-node.ts';
import type { JsonValue } from './schema.ts';
import type {
  ApiDocument,
  Code,
  Limit,
  MqttFacts,
  SecurityScheme,
  Server,
  ServerVariable,
  SignatureHeaders,
  Tag,
} from './types.ts';

/**
 * Fills a URL or host template with the default of each variable (OpenAPI 3.1, 4.8.5).
 * @throws DocumentError at the template for an undeclared variable
 */
function fillTemplate(template: DocumentNode, variables: readonly ServerVariable[]): string {
  return (template.text ?? '').replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = variables.find((candidate) => candidate.name === name);
    if (!variable) throw template.error(`the variable {${name}} is not declared`);
    return variable.default;
  });
}

function readVariable(name: string, node: DocumentNode): ServerVariable {
  const enumeration = node.at('enum');
  const values = enumeration.items().map((item) => item.text ?? '');
  const initial = node.at('default').text ?? '';
  if (enumeration.value !== undefined && !values.includes(initial)) {
    throw node.at('default').error(`default "${initial}" is not in the enum of {${name}}`);
  }
  return {
    name,
    default: initial,
    enum: values,
    description: node.at('description').text ?? '',
  };
}

function readServer(node: DocumentNode): Server {
  const variables = node
    .at('variables')
    .entries()
    .map(([name, variable]) => readVariable(name, variable));
  return {
    template: node.at('url').text ?? '',
    url: fillTemplate(node.at('url'), variables),
    description: node.at('description').text ?? '',
    variables,
  };
}

/**
 * Reads a list of servers (OpenAPI 3.1, 4.8.5).
 * @throws DocumentError for an empty list, an undeclared variable, or a default outside its enum
 */
export function readServers(node: DocumentNode): readonly [Server, ...Server[]] {
  const [first, ...others] = node.items().map(readServer);
  if (!first) throw node.error('at least one server is required');
  return [first, ...others];
}

type Kind = SecurityScheme['kind'];

/** Kind of a scheme, or nothing if it is not supported. */
function kindOf(scheme: DocumentNode): Kind | undefined {
  const type = scheme.at('type').text;
  // Names of HTTP schemes are case-insensitive (RFC 9110, 11.1).
  if (type === 'http') {
    return scheme.at('scheme').text?.toLowerCase() === 'bearer' ? 'bearer' : undefined;
  }
  if (type !== 'apiKey' || scheme.at('in').text !== 'header') return undefined;
  return scheme.at('x-anedya-signature').value === undefined ? 'key' : 'signature';
}

/**
 * Reads `components.securitySchemes`.
 * @throws DocumentError for a scheme that is neither HTTP bearer nor a key in a header
 */
function readSecuritySchemes(node: DocumentNode): SecurityScheme[] {
  return node.entries().map(([id, scheme]) => {
    const kind = kindOf(scheme);
    if (!kind) {
      throw scheme.error(
        `security scheme "${id}" is not supported: use http with bearer, or apiKey in header`,
      );
    }
    return {
      id,
      kind,
      header: kind === 'bearer' ? 'Authorization' : (scheme.at('name').text ?? ''),
      extraHeaders: scheme.at('x-extra-headers').object as Readonly<Record<string, string>>,
      signatureHeaders:
        kind === 'signature'
          ? (scheme.at('x-anedya-signature').at('headers').object as unknown as SignatureHeaders)
          : undefined,
      description: scheme.at('description').text ?? '',
    };
  });
}

/** The ways to authenticate a request. */
export interface Security {
  readonly schemes: readonly SecurityScheme[];
  readonly optional: boolean;
}

/**
 * Reads a list of alternative security requirements (OpenAPI 3.1, 4.8.30). Credentials are optional if one requirement is
 * empty, or if the list is empty or missing.
 * @throws DocumentError for an undeclared scheme, or several in one requirement
 */
export function readSecurity(node: DocumentNode, declared: readonly SecurityScheme[]): Security {
  const requirements = node.items();
  const schemes = requirements.flatMap((requirement) => {
    const names = Object.keys(requirement.object);
    if (names.length > 1) {
      throw requirement.error('a requirement with several security schemes is not supported');
    }
    return names.map((name) => {
      const scheme = declared.find((candidate) => candidate.id === name);
      if (!scheme) throw requirement.at(name).error(`security scheme "${name}" is not declared`);
      return scheme;
    });
  });
  const optional = requirements.some((requirement) => Object.keys(requirement.object).length === 0);
  return { schemes, optional: optional || schemes.length === 0 };
}

/** Reads the tags of a document. */
function readTags(node: DocumentNode): Tag[] {
  return node.items().map((tag) => ({
    name: tag.at('name').text ?? '',
    description: tag.at('description').text ?? '',
  }));
}

/** Reads a map of codes at the top of a document. */
function readCodes(node: DocumentNode): Code[] {
  return node.entries().map(([code, entry]) => ({
    code,
    meaning: entry.at('meaning').text ?? '',
    cause: entry.at('cause').text ?? '',
    remedy: entry.at('remedy').text ?? '',
    transport: entry.at('transport').text,
  }));
}

function readOperationId(node: DocumentNode, slugs: ReadonlyMap<string, string>): string {
  const id = slugs.get(node.text ?? '');
  if (id === undefined) {
    throw node.error(`x-limits names the unknown operation "${node.text ?? ''}"`);
  }
  return id;
}

/**
 * Reads `x-limits` of a document, after `checkExtensions`.
 * @param slugs of the operations that have a page, by operationId
 * @throws DocumentError at an operation that the document does not have, or that has no page
 */
function readLimits(node: DocumentNode, slugs: ReadonlyMap<string, string>): Limit[] {
  return node.entries().map(([id, entry]) => ({
    id,
    subject: entry.at('subject').text ?? '',
    value: Number(entry.at('value').value),
    unit: entry.at('unit').text ?? '',
    note: entry.at('note').text,
    operations: entry
      .at('operations')
      .items()
      .map((operation) => readOperationId(operation, slugs)),
  }));
}

/** A string that `checkExtensions` has checked. */
export const text = (node: DocumentNode) => node.text ?? '';

/**
 * Reads `x-mqtt` of a document, if it has one.
 * @param variables of the first server, for the template of the host
 * @throws DocumentError if the host uses an undeclared variable
 */
function readMqttFacts(
  node: DocumentNode,
  variables: readonly ServerVariable[],
): MqttFacts | undefined {
  if (node.value === undefined) return undefined;
  const topicPrefix = text(node.at('topicPrefix'));
  const readMessage = (message: DocumentNode) => ({
    topic: `${topicPrefix}${text(message.at('topic'))}`,
    description: text(message.at('description')),
    schema: message.at('schema').object,
    example: message.at('example').value ?? null,
  });
  return {
    topicPrefix,
    host: fillTemplate(node.at('hosts'), variables),
    ports: node.at('ports').object as MqttFacts['ports'],
    webSocketPath: text(node.at('webSocketPath')),
    subscribe: node
      .at('subscribe')
      .items()
      .map((entry) => ({
        topic: `${topicPrefix}${text(entry.at('suffix'))}`,
        purpose: text(entry.at('purpose')),
      })),
    pushed: node.at('pushed').items().map(readMessage),
    published: node
      .at('published')
      .items()
      .map((message) => ({
        operationId: text(message.at('operationId')),
        ...readMessage(message),
      })),
  };
}

/** Everything of a document but its operations. */
export type Head = Omit<ApiDocument, 'operations' | 'allOperations'>;

/**
 * Reads everything of a document but its operations.
 * @param raw the document before its references were resolved
 * @param slugs of the operations that have a page, by operationId
 * @throws DocumentError at the first error
 */
export function readHead(
  root: DocumentNode,
  raw: JsonValue,
  slugs: ReadonlyMap<string, string>,
): Head {
  const servers = readServers(root.at('servers'));
  const securitySchemes = readSecuritySchemes(root.at('components', 'securitySchemes'));
  readSecurity(root.at('security'), securitySchemes);
  return {
    title: root.at('info', 'title').requiredText(),
    version: root.at('info', 'version').requiredText(),
    description: root.at('info', 'description').text ?? '',
    servers,
    tags: readTags(root.at('tags')),
    securitySchemes,
    reasonCodes: readCodes(root.at('x-reason-codes')),
    errorCodes: readCodes(root.at('x-error-codes')),
    sandboxCodes: readCodes(root.at('x-sandbox-codes')),
    errorCatalog: root.at('x-error-catalog').text ?? '',
    limits: readLimits(root.at('x-limits'), slugs),
    mqtt: readMqttFacts(root.at('x-mqtt'), servers[0].variables),
    raw,
  };
}
