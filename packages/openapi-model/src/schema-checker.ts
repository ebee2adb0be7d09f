import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { tellingFault, type Fault, type KeywordFault } from './ajv-fault.ts';
import type { JsonValue, Schema } from './types.ts';
import type { SandboxBounds } from './schema.ts';
import { valueKinds } from './value-kinds.ts';

/** Keywords that assert nothing: those of OpenAPI (3.1, 4.8.24), then ours. An unknown one is a fault. */
const annotations = [
  'discriminator',
  'example',
  'externalDocs',
  'xml',
  'x-key',
  'x-provisional',
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

const whole = { type: 'integer' };

/** Keywords that `x-sandbox` may hold. */
const bounds: Readonly<Record<keyof SandboxBounds, object>> = {
  maxBytes: whole,
  minLength: whole,
  maxLength: whole,
  minimum: whole,
  maximum: whole,
  minItems: whole,
  maxItems: whole,
};

/** Checks the bytes of a text in UTF-8. */
const isWithin = (max: number, text: string) => new TextEncoder().encode(text).length <= max;

export interface CheckerOptions {
  /** Whether values have to keep the bounds of `x-sandbox` too. Nothing says that the platform has them. */
  readonly isSandbox?: boolean;
}

/** Checks values against schemas in JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export class SchemaChecker {
  private readonly ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    // `then: { required: [tag] }` beside the properties of the outer schema is good style.
    strictRequired: false,
    // Each root schema is checked once, in schemaFault; its parts need no check of their own.
    validateSchema: false,
    // Errors carry their schema: what a value must be is said from it.
    verbose: true,
    code: { optimize: false },
  });

  constructor({ isSandbox = false }: CheckerOptions = {}) {
    addFormats.default(this.ajv);
    this.ajv.addVocabulary(annotations);
    this.ajv.addKeyword({
      keyword: 'x-sandbox',
      metaSchema: { type: 'object', properties: bounds, additionalProperties: false },
      ...(isSandbox && { macro: (own: SandboxBounds) => own }),
    });
    if (!isSandbox) return;
    this.ajv.addKeyword({
      keyword: 'maxBytes',
      type: 'string',
      schemaType: 'number',
      validate: isWithin,
    });
  }

  /** What is wrong with a schema itself against the meta-schema of JSON Schema. */
  schemaFault(schema: Schema): Fault | undefined {
    return this.ajv.validateSchema(schema) ? undefined : tellingFault(this.ajv.errors ?? []);
  }

  /**
   * Compiles a schema, once for each schema object.
   * @throws Error that says which keyword is unknown or stands where it has no effect
   */
  compile(schema: Schema): ValidateFunction {
    return this.ajv.compile(schema);
  }

  /**
   * What a value breaks, or nothing.
   * @throws Error when the schema does not compile
   */
  fault(schema: Schema, value: JsonValue): KeywordFault | undefined {
    const validate = this.compile(schema);
    return validate(value) ? undefined : tellingFault(validate.errors ?? []);
  }
}
