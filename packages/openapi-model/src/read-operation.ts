import type { Call } from './calls.ts';
import type { Place } from './place.ts';
import { readAnswers, readBody } from './read-body.ts';
import { selectCodes } from './read-codes.ts';
import { readMqttBinding } from './read-mqtt.ts';
import { readParameters } from './read-parameters.ts';
import { readSecurity } from './read-security.ts';
import { readServers } from './read-servers.ts';
import { readTag } from './read-tags.ts';
import type { Alias, ApiDocument, Operation } from './types.ts';

/** What a document says before its operations. */
export type Head = Omit<ApiDocument, 'operations'>;

/** The innermost place that states a field, of those given from the inside out. */
function innermost(name: string, ...places: readonly [Place, ...Place[]]): Place {
  const [inner] = places;
  const stating = places.find((place) => place.at(name).value !== undefined);
  return (stating ?? inner).at(name);
}

function readRelated(place: Place, ids: ReadonlySet<string>): string[] {
  return place.items().map((item) => {
    const id = item.text ?? '';
    if (!ids.has(id)) throw item.error(`x-related names the unknown call "${id}"`);
    return id;
  });
}

function readAliases(place: Place): Alias[] {
  return place.items().map((alias) => ({
    method: alias.at('method').text === 'get' ? 'GET' : 'POST',
    path: alias.at('path').requiredText(),
  }));
}

/**
 * Reads one operation. Servers and security of the operation override those of the document (OpenAPI 3.1,
 * 4.8.10).
 * @param root the dereferenced document
 * @param ids of all operations of the document
 * @throws DocumentError when a part every page needs is missing, or a name leads nowhere
 */
export function readOperation(
  root: Place,
  head: Head,
  call: Call,
  ids: ReadonlySet<string>,
): Operation {
  const { operation, item, path } = call;
  const servers = readServers(innermost('servers', operation, item, root));
  const [server] = servers;
  const base = (url: string) => url.replace(/\/$/, '');
  const security = readSecurity(innermost('security', operation, root), head.securitySchemes);
  return {
    id: call.id,
    method: call.method.toUpperCase(),
    path,
    url: `${base(server.url)}${path}`,
    urlTemplate: `${base(server.template)}${path}`,
    servers,
    tag: readTag(operation, head.tags),
    title: operation.at('summary').requiredText(),
    description: operation.at('description').requiredText(),
    security: security.schemes,
    securityOptional: security.optional,
    permission: operation.at('x-permission').text,
    parameters: readParameters(item, operation),
    request: readBody(operation.at('requestBody')),
    answers: readAnswers(operation.at('responses')),
    reasonCodes: selectCodes(operation.at('x-reason-codes'), head.reasonCodes),
    errorCodes: selectCodes(operation.at('x-error-codes'), head.errorCodes),
    related: readRelated(operation.at('x-related'), ids),
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
    provisional: operation.at('x-provisional').text,
  };
}
