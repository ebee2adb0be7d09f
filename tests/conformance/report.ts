import {
  flattenFields,
  schemaFields,
  type Operation,
} from '../../packages/openapi-model/src/index.ts';
import { operations } from '../samples/support/operations.ts';
import { removals, skipped, steps } from './steps.ts';
import type { StepResult, SuiteResult } from './suite.ts';
import type { World } from './world.ts';

/** An unconfirmed fact of the documents, and what the run shows about it. */
export interface Fact {
  readonly operation: string;
  /** Path of the field, unless the fact concerns the whole operation. */
  readonly field?: string;
  readonly reason: string;
  readonly verdict: 'confirmed' | 'refuted' | 'not tested';
  readonly because: string;
}

interface Unconfirmed {
  readonly field?: string;
  readonly reason: string;
}

/** Unconfirmed facts of an operation: itself, fields, and units of fields. */
function unconfirmedFacts({ provisional, request, responses }: Operation): Unconfirmed[] {
  const success = responses.filter(({ status }) => status === '200');
  const fields = [request, ...success].flatMap(({ schema }) => flattenFields(schemaFields(schema)));
  return [
    ...(provisional === undefined ? [] : [{ reason: provisional }]),
    ...fields.flatMap(({ path, schema }) => {
      const { 'x-provisional': reason, 'x-unit': unit, description = '' } = schema;
      if (reason !== undefined) return [{ field: path, reason }];
      const isUnit = unit !== undefined && description.includes('unit unconfirmed');
      return isUnit ? [{ field: path, reason: description }] : [];
    }),
  ];
}

function verdictOf(
  { field }: Unconfirmed,
  result: StepResult | undefined,
  reason: string,
): Pick<Fact, 'verdict' | 'because'> {
  if (result?.isSuccess === undefined)
    return { verdict: 'not tested', because: result?.problem ?? reason };
  const { isSuccess, status = 0 } = result;
  if (!isSuccess) {
    return field === undefined
      ? { verdict: 'refuted', because: `HTTP ${status} to the documented request` }
      : { verdict: 'not tested', because: `HTTP ${status}` };
  }
  const differences = result.differences.filter(
    ({ from, at }) => from === 'document' && (field === undefined || at === field),
  );
  const [first] = differences;
  if (first)
    return { verdict: 'refuted', because: `${first.at}: ${first.expected}, found ${first.found}` };
  return { verdict: 'confirmed', because: `HTTP ${status}, as documented` };
}

/** The unconfirmed facts of both documents, with their verdicts. */
export function factsOf({ results }: Pick<SuiteResult, 'results'>): readonly Fact[] {
  return operations.flatMap(({ api, operation }) => {
    const name = `${api}/${operation.id}`;
    const result = results.find((one) => one.operation === name && one.note === undefined);
    return unconfirmedFacts(operation).map((fact) => ({
      operation: name,
      ...fact,
      ...verdictOf(fact, result, skipped[name] ?? 'the run ended before'),
    }));
  });
}

const named = ({ operation, note }: { readonly operation: string; readonly note?: string }) =>
  note === undefined ? operation : `${operation} (${note})`;

/** What a run will do, before it starts. */
export function planText(where: string, { nodeName, variable }: World): string {
  return [
    `Target: ${where}`,
    `Creates the node "${nodeName}", the variable "${variable}" and an access token for both, and removes them at the end.`,
    'Reads and writes only these. node-list and variables-list read one entry of the project; no value is printed or kept.',
    `Requests: ${[...steps, ...removals].map(named).join(', ')}.`,
    'Skipped:',
    ...Object.entries(skipped).map(([operation, reason]) => `  ${operation}: ${reason}`),
  ].join('\n');
}

/** A result as lines: the operation, then its differences. */
export function resultText(result: StepResult): string {
  const { differences, problem, status } = result;
  const outcome = problem ?? (differences.length === 0 ? `HTTP ${status ?? ''}, same` : 'differs');
  return [
    `${named(result)}: ${outcome}`,
    ...differences.map(
      ({ at, expected, found, from }) => `  ${at}: ${found}; the ${from} has ${expected}`,
    ),
  ].join('\n');
}

/** The conclusion of a run. */
export function summaryText(result: SuiteResult, facts: readonly Fact[]): string {
  const differing = result.results.filter(({ differences }) => differences.length > 0).length;
  const missing = result.results.filter(({ problem }) => problem !== undefined).length;
  return [
    `${result.results.length} requests: ${differing} differ, ${missing} without a response.`,
    ...facts
      .filter(({ verdict }) => verdict !== 'not tested')
      .map(
        ({ operation, field, verdict, because }) =>
          `${verdict}: ${operation}${field === undefined ? '' : ` ${field}`} (${because})`,
      ),
    ...(result.isInterrupted ? ['Interrupted: the remaining requests were not sent.'] : []),
    ...result.remaining.map((what) => `Could not be removed: ${what}.`),
  ].join('\n');
}
