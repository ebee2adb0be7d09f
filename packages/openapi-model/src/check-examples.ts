import type { Call } from './calls.ts';
import { checkCompiles, checkParts, checkSchema } from './check-schema.ts';
import type { Place } from './place.ts';
import { schemaFields } from './fields.ts';
import { SchemaChecker } from './schema-checker.ts';
import { undescribedField } from './undescribed-field.ts';
import { walkSchemas } from './walk-schemas.ts';

/** A schema with the examples that stand beside it, and who uses it: `call "node-create"`. */
interface Use {
  readonly owner: string;
  readonly schema: Place;
  readonly examples: readonly Place[];
}

function mediaUse(owner: string, message: Place): Use {
  const media = message.at('content', 'application/json');
  const examples = media.at('examples').entries();
  return {
    owner,
    schema: media.at('schema'),
    examples: examples.map(([, example]) => example.at('value')),
  };
}

function callUses({ id, item, operation }: Call): Use[] {
  const owner = `call "${id}"`;
  const answers = operation.at('responses').entries();
  const parameters = [item, operation].flatMap((place) => place.at('parameters').items());
  return [
    mediaUse(owner, operation.at('requestBody')),
    ...answers.map(([, answer]) => mediaUse(owner, answer)),
    ...parameters.map((parameter) => ({ owner, schema: parameter.at('schema'), examples: [] })),
  ];
}

function sharedUses(root: Place): Use[] {
  const pushed = root.at('x-mqtt', 'pushed').items();
  const schemas = root.at('components', 'schemas').entries();
  return [
    ...pushed.map((message) => ({
      owner: `the message pushed on ${message.at('topic').text ?? ''}`,
      schema: message.at('schema'),
      examples: [message.at('example')],
    })),
    ...schemas.map(([name, schema]) => ({ owner: `schema "${name}"`, schema, examples: [] })),
  ];
}

function checkExample(checker: SchemaChecker, owner: string, schema: Place, example: Place): void {
  const fault = checker.fault(schema.object, example.value ?? null);
  if (!fault) return;
  const place = example.at(...fault.path);
  throw place.error(
    `an example of ${owner} breaks its schema at ${place.pointer}: ${fault.reason}`,
  );
}

/** Holds an example of a whole body to its schema in the other direction: each of its fields must be described. */
function checkDescribed(owner: string, schema: Place, example: Place): void {
  const path = undescribedField(schemaFields(schema.object), example.value ?? null);
  if (!path) return;
  const place = example.at(...path);
  throw place.error(
    `an example of ${owner} has a field its schema does not describe, at ${place.pointer}: describe it or remove it`,
  );
}

/**
 * Checks every schema of the dereferenced document, and every example against its schema: those of bodies and
 * answers, those inside schemas and those of pushed messages.
 * @throws DocumentError that names the place, the call and what is wrong
 */
export function checkExamples(root: Place, calls: readonly Call[]): void {
  const checker = new SchemaChecker();
  const seen = new Set<unknown>();
  for (const { owner, schema, examples } of [...calls.flatMap(callUses), ...sharedUses(root)]) {
    if (!seen.has(schema.value)) checkSchema(checker, schema);
    for (const example of examples) {
      checkExample(checker, owner, schema, example);
      checkDescribed(owner, schema, example);
    }
    for (const part of walkSchemas(schema, seen)) {
      checkParts(part);
      const own = part.at('examples').items();
      if (own.length > 0) checkCompiles(checker, part);
      for (const example of own) checkExample(checker, owner, part, example);
    }
  }
}
