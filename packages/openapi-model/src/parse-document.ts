import { findCalls } from './calls.ts';
import { checkExamples } from './check-examples.ts';
import { checkExtensions } from './check-extensions.ts';
import { checkHead } from './check-head.ts';
import { checkReferences } from './check-references.ts';
import { checkStructure } from './check-structure.ts';
import { Place } from './place.ts';
import { readCodes } from './read-codes.ts';
import { readLimits } from './read-limits.ts';
import { readMqttFacts } from './read-mqtt.ts';
import { readOperation, type Head } from './read-operation.ts';
import { readSecurity, readSecuritySchemes } from './read-security.ts';
import { readServers } from './read-servers.ts';
import { readTags } from './read-tags.ts';
import { resolveReferences } from './resolve-references.ts';
import { Source } from './source.ts';
import type { ApiDocument, JsonValue } from './types.ts';

function readHead(root: Place, raw: JsonValue, ids: ReadonlySet<string>): Head {
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
    limits: readLimits(root.at('x-limits'), ids),
    mqtt: readMqttFacts(root.at('x-mqtt'), servers[0].variables),
    raw,
  };
}

export interface ParseOptions {
  /**
   * True for a document that was parsed whole before, such as one that the site's build has written: its structure and its
   * examples are not checked again, which takes most of the time and memory.
   */
  readonly isChecked?: boolean;
}

/**
 * Reads an OpenAPI 3.1 document into typed operations, references resolved, every example checked against its
 * schema. Nothing is fetched: a reference leads to another place in the same document.
 * @param text YAML or JSON
 * @param file name to put into error messages
 * @throws DocumentError that names file, line and fault
 */
export async function parseDocument(
  text: string,
  file: string,
  { isChecked = false }: ParseOptions = {},
): Promise<ApiDocument> {
  const source = Source.parse(text, file);
  const raw = checkHead(source, source.toData());
  checkReferences(source, raw);
  const resolved = await resolveReferences(source, structuredClone(raw));
  if (!isChecked) await checkStructure(source, structuredClone(raw));

  const root = new Place(source, [], resolved);
  const calls = findCalls(root);
  checkExtensions(root, calls);
  const ids = new Set(calls.map(({ id }) => id));
  const head = readHead(root, raw, ids);
  const operations = calls.map((call) => readOperation(root, head, call, ids));
  if (!isChecked) checkExamples(root, calls);

  const rank = new Map(head.tags.map(({ name }, index) => [name, index]));
  operations.sort((a, b) => (rank.get(a.tag) ?? 0) - (rank.get(b.tag) ?? 0));
  return { ...head, operations };
}
