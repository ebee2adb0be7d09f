import type { JsonValue } from '@anedya-docs/openapi-model';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { DocumentedOperation } from './documented-operations.ts';
import { bearer, deviceKey, type HttpSandbox, type Project } from './http-sandbox.ts';

/** Marker of the hostile text until the body is serialized. */
const mark = '\u2603';

/** Copies of a body, each with the marker instead of one of its values. */
function marked(value: JsonValue): JsonValue[] {
  if (typeof value !== 'object' || value === null) return [mark];
  if (Array.isArray(value)) {
    const inside = value.flatMap((item, index) =>
      marked(item).map((inner) => value.map((other, at) => (at === index ? inner : other))),
    );
    return [mark, ...inside];
  }
  const inside = Object.entries(value).flatMap(([name, part]) =>
    marked(part).map((inner) => ({ ...value, [name]: inner })),
  );
  return [mark, ...inside];
}

/** Texts of the example with the hostile one in an undescribed field, in all described ones, and instead of it. */
function textsWith(
  { operation: { request } }: DocumentedOperation,
  text: string,
  http: HttpSandbox,
  { examples }: Project,
): string[] {
  const example = bodyWithValues(request.schema, request.example, examples, http.now);
  const undescribed = { ...(example as Record<string, JsonValue>), undescribed: mark };
  return [undescribed, ...marked(example)].map((body) =>
    JSON.stringify(body).replace(JSON.stringify(mark), () => text),
  );
}

/** Sends requests of an operation with a hostile text in each place of the body. @returns the responses, with the bodies sent */
export async function sendHostile(
  entry: DocumentedOperation,
  text: string,
  { http, project }: { readonly http: HttpSandbox; readonly project: Project },
) {
  const { apiKey, nodes } = project;
  const headers = entry.api === 'platform' ? bearer(apiKey) : deviceKey(nodes[0].connectionKey);
  const replies = [];
  for (const sent of textsWith(entry, text, http, project))
    replies.push({ sent, ...(await http.send(entry.path, { headers, body: sent })) });
  return replies;
}
