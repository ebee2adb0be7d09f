import { schemaFields, type Answer, type Operation } from '@anedya-docs/openapi-model';
import { element, jsonFence } from '../mdx';
import { bodyFields, fieldList } from './fields';

const isSuccess = (answer: Answer) => answer.status.startsWith('2');

/** Failures that say the same at several statuses, told once. */
function groupFailures(answers: readonly Answer[]): (readonly [string[], Answer])[] {
  const groups = new Map<string, [string[], Answer]>();
  for (const answer of answers) {
    const key = JSON.stringify([answer.description, answer.schema, answer.examples]);
    const group = groups.get(key) ?? [[], answer];
    group[0].push(answer.status === 'default' ? 'any other' : answer.status);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function examples(answer: Answer, title: string): string[] {
  return answer.examples.map(({ summary, value }) => jsonFence(value, summary || title));
}

/**
 * Names of the fields that failures carry too: in an answer that worked they tell how the call went, not what it
 * brought, and so they stand last.
 */
export function outcomeNames(operation: Operation): ReadonlySet<string> {
  const failures = operation.answers.filter((answer) => !isSuccess(answer));
  return new Set(failures.flatMap(({ schema }) => schemaFields(schema).map(({ name }) => name)));
}

function successBlock(answer: Answer, outcome: ReadonlySet<string>): string[] {
  const fields = schemaFields(answer.schema);
  const own = fields.filter(({ name }) => !outcome.has(name));
  const shared = fields.filter(({ name }) => outcome.has(name));
  return [
    `### ${answer.status} {#answer-${answer.status}}`,
    answer.description,
    own.length === 0 ? '' : fieldList('answer', own),
    shared.length === 0
      ? ''
      : element('Nested', { label: 'the outcome', folded: own.length > 0 }, [
          fieldList('answer', shared),
        ]),
  ];
}

/** What comes back, status by status. Examples of success stand beside the samples instead. */
export function answersSection(operation: Operation): string {
  const outcome = outcomeNames(operation);
  const failures = operation.answers.filter((answer) => !isSuccess(answer));
  return [
    '## Answers',
    ...operation.answers.filter(isSuccess).flatMap((answer) => successBlock(answer, outcome)),
    ...groupFailures(failures).flatMap(([statuses, answer], index) => [
      `### ${statuses.join(', ')} {#answer-failure${index === 0 ? '' : `-${index + 1}`}}`,
      answer.description,
      element('Nested', { label: 'a failure', folded: true }, [
        bodyFields(index === 0 ? 'failure' : `failure-${index + 1}`, answer.schema, ''),
      ]),
      ...examples(answer, 'Failure'),
    ]),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

/** Examples of an answer that worked. */
export function successExamples(operation: Operation): string[] {
  return operation.answers.filter(isSuccess).flatMap((answer) => examples(answer, 'Answer'));
}
