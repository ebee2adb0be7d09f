import type { JsonValue, Operation } from '@anedya-docs/openapi-model';
import {
  tellingFault,
  type Fault,
  type KeywordFault,
  type SchemaChecker,
} from '@anedya-docs/openapi-model/checks';
import { CallError } from '../call-error.ts';
import type { JsonObject } from '../context.ts';
import { describedFields, keepDescribed } from './described-fields.ts';
import { reasonOf } from './field-reasons.ts';
import { bodyHints } from './hints.ts';

/** A path as text: `config.filter.nodes[0]`. */
function fieldName(path: Fault['path']): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number' || /^\d+$/.test(part)) return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

interface Finding {
  readonly field: string;
  readonly keyword: string;
  readonly text: string;
}

/** What is wrong, and with which field: a missing field is at its own path. */
function findingOf({ path, reason, keyword, missing }: KeywordFault): Finding {
  if (missing === undefined) return { field: fieldName(path), keyword, text: reason };
  return { field: fieldName([...path, missing]), keyword, text: 'is missing' };
}

function sentence({ field, text }: Finding): string {
  return field === '' ? `The body ${text}.` : `"${field}" ${text}.`;
}

/**
 * A body without an empty `order`: the vendor's Go client sends one where its caller gave none
 * (reference/platform-api.md, 2.1).
 */
function withoutEmptyOrder(body: JsonValue): JsonValue {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { order, ...rest } = body;
  return order === '' ? rest : body;
}

/** What is known of the bodies of one operation. */
export interface BodyCheck {
  /**
   * Checks a body, and returns its described fields.
   * @throws CallError with the documented reason code of the violation, or `generic::malformedrequest`
   */
  readonly check: (body: JsonValue | undefined) => JsonObject;
  /** What is probably a mistake in a body, in a few sentences. */
  readonly hints: (body: JsonValue | undefined) => readonly string[];
}

/** Compiles the request schema of an operation. */
export function bodyCheck(checker: SchemaChecker, operation: Operation): BodyCheck {
  const validate = checker.compile(operation.request.schema);
  const documented = new Set(operation.reasonCodes.map(({ code }) => code));
  const described = describedFields(operation.request.schema);
  const check: BodyCheck['check'] = (sent) => {
    const body = withoutEmptyOrder(keepDescribed(described, sent ?? null));
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new CallError(400, 'generic::malformedrequest', 'The body must be a JSON object.');
    }
    if (validate(body)) return body;
    const finding = findingOf(tellingFault(validate.errors ?? []));
    const reason = reasonOf(finding.field.replace(/\[\d+\]/g, '[]'), finding.keyword, documented);
    throw new CallError(400, reason, sentence(finding));
  };
  return { check, hints: (sent) => bodyHints(described, sent ?? null) };
}
