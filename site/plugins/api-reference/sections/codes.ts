import { codeAnchor, schemaFields, type Code, type Operation } from '@anedya-docs/openapi-model';
import { inlineCode } from '../markdown';
import { element } from '../mdx';
import { outcomeNames } from './answers';

function codeBlock(code: Code, calls: string): string {
  return element(
    'Code',
    { id: codeAnchor(code.code), code: code.code, transport: code.transport },
    [code.meaning, `**Cause.** ${code.cause}`, `**Remedy.** ${code.remedy}`, calls],
  );
}

/**
 * Codes as a list of MDX, each with its cause and remedy.
 * @param callsWith links to the calls that answer with a code; empty where the page is one of them
 */
export function codeList(
  codes: readonly Code[],
  callsWith: (code: string) => string = () => '',
): string {
  return element(
    'Codes',
    {},
    codes.map((code) => codeBlock(code, callsWith(code.code))),
  );
}

/** Name of the numeric code in the answers of a call. */
function numericField(operation: Operation): string {
  const outcome = outcomeNames(operation);
  const fields = operation.answers.flatMap(({ schema }) => schemaFields(schema));
  return fields.find(({ name, type }) => outcome.has(name) && type === 'integer')?.name ?? 'code';
}

/** Codes a call can answer with, each with its cause and remedy. */
export function codesSection(operation: Operation): string {
  const { reasonCodes, errorCodes } = operation;
  if (reasonCodes.length === 0 && errorCodes.length === 0) {
    const field = inlineCode(numericField(operation));
    return `## Error codes\n\nNo error code is documented for this call. Any ${field} other than \`0\` is a failure; \`error\` says what went wrong.`;
  }
  const [title, field] =
    reasonCodes.length > 0
      ? ['Reason codes', 'reasonCode']
      : ['Error codes', numericField(operation)];
  return [
    `## ${title}`,
    `Values of ${inlineCode(field)} this call is known to fail with. Others may exist.`,
    codeList([...reasonCodes, ...errorCodes]),
  ].join('\n\n');
}
