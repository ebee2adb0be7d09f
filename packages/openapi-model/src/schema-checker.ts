import addFormats from 'ajv-formats';
import { _, Ajv2020, type CodeOptions, type ValidateFunction } from 'ajv/dist/2020.js';
import { evidenceList } from './evidence.ts';
import { schemaFields, undescribedField } from './fields.ts';
import { valueKinds, type JsonValue, type SandboxBounds, type Schema } from './schema.ts';
import { mainViolation, type KeywordViolation, type Violation } from './violations.ts';

/** Keywords without assertions: those of OpenAPI (3.1, 4.8.24), then ours. Any other unknown keyword is an error. */
const annotations = [
  'discriminator',
  'example',
  'externalDocs',
  'xml',
  'x-key',
  { keyword: 'x-label', metaSchema: { type: 'string', minLength: 1 } },
  'x-provisional',
  {
    keyword: 'x-evidence',
    metaSchema: evidenceList,
  },
  { keyword: 'x-unit', metaSchema: { enum: ['seconds', 'milliseconds'] } },
  {
    keyword: 'x-value',
    type: 'string' as const,
    metaSchema: { enum: [...valueKinds] },
  },
  {
    keyword: 'x-from-now',
    type: 'integer' as const,
    metaSchema: { type: 'integer' },
  },
];

const integer = { type: 'integer' };

/** Keywords allowed in `x-sandbox`. */
const bounds: Readonly<Record<keyof SandboxBounds, object>> = {
  maxBytes: integer,
  minLength: integer,
  maxLength: integer,
  minimum: integer,
  maximum: integer,
  minItems: integer,
  maxItems: integer,
};

export interface CheckerOptions {
  /** Whether to enforce `x-sandbox` too: bounds that Anedya does not document. */
  readonly isSandbox?: boolean;
}

/** Creates Ajv for JSON Schema 2020-12, the dialect of OpenAPI 3.1, with the keywords of the documents. */
export function createAjv({ isSandbox = false }: CheckerOptions, code: CodeOptions): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    // Allows `then: { required: [tag] }` where the outer schema has the properties.
    strictRequired: false,
    // `checkSchema` checks each root schema once; subschemas need no further check.
    validateSchema: false,
    // Adds the schema to each error, which the messages are made from.
    verbose: true,
    code,
  });
  addFormats.default(ajv);
  ajv.addVocabulary(annotations);
  ajv.addKeyword({
    keyword: 'x-sandbox',
    metaSchema: { type: 'object', properties: bounds, additionalProperties: false },
    ...(isSandbox && { macro: (sandboxBounds: SandboxBounds) => sandboxBounds }),
  });
  if (!isSandbox) return ajv;
  // As code, so that it can also be compiled ahead of time.
  ajv.addKeyword({
    keyword: 'maxBytes',
    type: 'string',
    schemaType: 'number',
    code: (context) => {
      const { data, schemaCode } = context;
      context.fail(_`new TextEncoder().encode(${data}).length > ${schemaCode}`);
    },
  });
  return ajv;
}

/** Validates values against JSON Schema 2020-12. */
export class SchemaChecker {
  private readonly ajv: Ajv2020;

  constructor(options: CheckerOptions = {}) {
    this.ajv = createAjv(options, { optimize: false });
  }

  /** Checks a schema against the meta-schema of JSON Schema. */
  checkSchema(schema: Schema): Violation | undefined {
    return this.ajv.validateSchema(schema) ? undefined : mainViolation(this.ajv.errors ?? []);
  }

  /**
   * Compiles a schema, once per schema object.
   * @typeParam T type of the values that the schema allows
   * @throws Error that names a keyword that is unknown or has no effect
   */
  compile<T = unknown>(schema: Schema): ValidateFunction<T> {
    return this.ajv.compile<T>(schema);
  }

  /**
   * Returns how a value violates a schema, or nothing if it is valid.
   * @throws Error if the schema does not compile
   */
  check(schema: Schema, value: JsonValue): KeywordViolation | undefined {
    const validate = this.compile(schema);
    return validate(value) ? undefined : mainViolation(validate.errors ?? []);
  }
}

const checker = new SchemaChecker();

/**
 * Returns how a body violates its schema, or nothing if it is valid. As in examples of a document, a field that the schema
 * does not describe is a violation too.
 * @param schema of a parsed document
 */
export function bodyViolation(schema: Schema, value: JsonValue): Violation | undefined {
  const violation = checker.check(schema, value);
  if (violation) return { path: violation.path, reason: violation.reason };
  const path = undescribedField(schemaFields(schema), value);
  return path && { path, reason: 'the schema describes no such field' };
}
