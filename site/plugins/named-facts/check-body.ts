import {
  bodyViolation,
  flattenFields,
  schemaFields,
  type JsonValue,
  type Schema,
} from '@anedya-docs/openapi-model';
import type { Facts } from './facts';
import type { BodyRequest } from './fence-meta';
import { similarNames } from '@anedya-docs/openapi-model/similar-names';

/** The schema of one field of a body. */
function part(schema: Schema, field: string, owner: string): Schema {
  const fields = flattenFields(schemaFields(schema));
  const found = fields.find(({ path }) => path === field);
  if (found) return found.schema;
  const paths = fields.map(({ path }) => path);
  const near = similarNames(field, paths);
  throw new Error(
    `${owner} has no field "${field}". It has: ${(near.length > 0 ? near : paths).join(', ')}`,
  );
}

function schemaOf(facts: Facts, { call, part: side, topic }: BodyRequest): Schema {
  if (topic !== undefined) {
    const pushed = facts.apis.flatMap(({ document }) => document.mqtt?.pushed ?? []);
    const topics = pushed.map((message) => message.topic.replace(facts.topicPrefix, ''));
    const message = pushed[topics.indexOf(topic)];
    if (message) return message.schema;
    throw new Error(`no message is pushed on "${topic}". There are: ${topics.join(', ')}`);
  }
  const [api = '', id = ''] = call?.split('/') ?? [];
  const operations = facts.apis.find(({ place }) => place.name === api)?.document.operations ?? [];
  const operation = operations.find((candidate) => candidate.id === id);
  if (!operation) {
    const calls = facts.apis.flatMap(({ place, document }) =>
      document.operations.map((each) => `${place.name}/${each.id}`),
    );
    const near = similarNames(call ?? '', calls);
    throw new Error(
      `call="${call ?? ''}" is unknown. There is: ${(near.length > 0 ? near : calls).join(', ')}`,
    );
  }
  if (side === 'request') return operation.request.schema;
  const answer = operation.responses.find(({ status }) => status === '200');
  return answer?.schema ?? {};
}

/**
 * Holds a body that prose shows to the schema of its call.
 * @throws Error that names the place in the body and what is wrong there, or what is unknown
 */
export function checkBody(facts: Facts, request: BodyRequest, value: JsonValue): void {
  const owner =
    request.topic === undefined
      ? `the ${request.part} of ${request.call ?? ''}`
      : `the message on ${request.topic}`;
  const whole = schemaOf(facts, request);
  const schema = request.field === undefined ? whole : part(whole, request.field, owner);
  const fault = bodyViolation(schema, value);
  if (!fault) return;
  const place = fault.path.length === 0 ? '' : ` at ${fault.path.join('.')}`;
  throw new Error(`the body does not fit ${owner}${place}: ${fault.reason}`);
}
