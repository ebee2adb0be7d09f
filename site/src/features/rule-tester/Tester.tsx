import React, { useId, useState, type ReactNode } from 'react';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import {
  testRule,
  type ConditionResult,
  type RuleEvent,
} from '@anedya-docs/sandbox/browser/rule-test';
import Marked from '@site/src/components/Marked';
import { parseBody } from '@site/src/requests/json-text';
import './styles.css';

/** An event or a pattern of the page. */
interface Example {
  readonly label: string;
  /** JSON, indented by two spaces. */
  readonly text: string;
}

/** Elements between a heading and the next `h2`, in document order. */
function inSection(heading: string, selector: string): Element[] {
  const found: Element[] = [];
  let element = document.getElementById(heading)?.nextElementSibling;
  for (; element && element.tagName !== 'H2'; element = element.nextElementSibling) {
    if (element.matches(selector)) found.push(element);
    found.push(...element.querySelectorAll(selector));
  }
  return found;
}

const textOf = (element: Element | null | undefined) => element?.textContent ?? '';

const pretty = (json: string) => JSON.stringify(JSON.parse(json), null, 2);

/** Patterns of the section that explains them, named by their headings; then the mistakes. */
function patternExamples(): Example[] {
  const sections = inSection('patterns-by-purpose', 'h3, pre');
  const named = sections.flatMap((element, index) =>
    element.tagName === 'H3' && sections[index + 1]
      ? [{ label: textOf(element.firstChild as Element), text: textOf(sections[index + 1]) }]
      : [],
  );
  const rows = inSection('common-errors', 'td:nth-child(2) code');
  const wrong = rows.map((code) => ({ label: textOf(code), text: textOf(code) }));
  return [...named, ...wrong].map(({ label, text }) => ({ label, text: pretty(text) }));
}

/**
 * The event of the page and the events of its table of results, sent now: a rule runs on no event that is too old.
 * @param now milliseconds since 1970
 */
function eventExamples(now: number): Example[] {
  const [source] = inSection('the-event-that-a-rule-sees', 'pre');
  const event = { ...(JSON.parse(textOf(source)) as RuleEvent), timestamp: now };
  const heads = inSection('check-a-pattern-on-paper', 'th');
  return heads.flatMap((head) => {
    const [eventType, data] = [...head.querySelectorAll('code')].map(textOf);
    if (eventType === undefined || data === undefined) return [];
    const shown = { ...event, eventType, data: JSON.parse(data) as object };
    return [{ label: `${eventType} ${data}`, text: JSON.stringify(shown, null, 2) }];
  });
}

interface EditorProps {
  readonly label: string;
  readonly text: string;
  /** What to correct; empty for a valid text. */
  readonly error: string;
  readonly onText: (text: string) => void;
}

/** A JSON text. */
function Editor({ label, text, error, onText }: EditorProps): ReactNode {
  const id = useId();
  return (
    <div className="rule-tester__editor">
      <label htmlFor={id}>{label}</label>
      <textarea
        className="control control--field control--code"
        id={id}
        rows={9}
        spellCheck={false}
        autoCapitalize="off"
        value={text}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-error`}
        onChange={(event) => onText(event.target.value)}
      />
      <p id={`${id}-error`} className="field-error">
        {error}
      </p>
    </div>
  );
}

interface ExamplesProps extends Pick<EditorProps, 'onText'> {
  readonly legend: string;
  readonly examples: readonly Example[];
}

/** The texts of the page that can replace the one in an editor. */
function Examples({ legend, examples, onText }: ExamplesProps): ReactNode {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {examples.map((example) => (
        <button
          key={example.label}
          type="button"
          className="control control--small"
          onClick={() => onText(example.text)}
        >
          {example.label}
        </button>
      ))}
    </fieldset>
  );
}

const json = (value: unknown) => JSON.stringify(value);

/** Path of the first field with one of the values, in an event. */
function pathOf(value: unknown, values: readonly unknown[]): readonly string[] | undefined {
  if (!isJsonObject(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (values.includes(inner)) return [name];
    const below = pathOf(inner, values);
    if (below) return [name, ...below];
  }
  return undefined;
}

/** The pattern of one condition. */
function patternOf(path: readonly string[], values: readonly unknown[]): string {
  return json(path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), values));
}

/** Why the event has no value at the path, and what to write if it has one of the values elsewhere. */
function missing({ values }: ConditionResult, event: RuleEvent): string {
  const elsewhere = pathOf(event, values);
  const text = 'The event has no such field.';
  return elsewhere ? `${text} It has the value here: \`${patternOf(elsewhere, values)}\`.` : text;
}

const folded = (value: unknown) => json(value).replaceAll('"', '').toLowerCase();

/** A value of a condition that differs from the event's in letter case or type only. */
function alikeIn({ values, actual }: ConditionResult) {
  if (actual === undefined) return undefined;
  return values.find((value) => folded(value) === folded(actual));
}

/** Says in one or two sentences why a condition matches an event, or why not. Code is in backticks. */
export function reasonOf(result: ConditionResult, event: RuleEvent): string {
  const { actual, isMatch } = result;
  if (isMatch) return `The event has \`${json(actual)}\`.`;
  if (actual === undefined) return missing(result, event);
  if (Array.isArray(actual)) return 'The event has an array, which no value matches.';
  if (isJsonObject(actual)) {
    const [name] = Object.keys(actual);
    const hint = name === undefined ? '' : ` Name a field in it, such as \`${name}\`.`;
    return `The event has an object, which no value matches.${hint}`;
  }
  const text = `The event has \`${json(actual)}\`.`;
  const alike = alikeIn(result);
  if (alike === undefined) return text;
  if (typeof alike === typeof actual) return `${text} Letter case must be the same.`;
  return `${text} Types must be the same: write \`${json([actual as JsonValue])}\`.`;
}

/**
 * What the sandbox decides in this comparison although Anedya does not document it.
 * @returns sentences
 */
export function unconfirmedIn(conditions: readonly ConditionResult[]): string[] {
  const notes: string[] = [];
  if (conditions.length > 1) notes.push('All fields of a pattern must match.');
  if (conditions.some(({ path, values }) => path[0] === 'data' && values.length > 1)) {
    notes.push('Any of several values of a field in data matches.');
  }
  if (conditions.some(({ actual }) => actual === undefined)) {
    notes.push('A field that the event does not have never matches.');
  }
  if (conditions.some((result) => !result.isMatch && alikeIn(result) !== undefined)) {
    notes.push('Values are compared by letter case and by type.');
  }
  return notes;
}

interface ConditionProps {
  readonly result: ConditionResult;
  readonly event: RuleEvent;
}

function Condition({ result, event }: ConditionProps): ReactNode {
  const { path, values, isMatch } = result;
  return (
    <li>
      <strong className={isMatch ? 'tone--good' : 'tone--bad'}>
        {isMatch ? 'Match' : 'No match'}
      </strong>{' '}
      <code translate="no">{path.join(' › ')}</code>{' '}
      {values.length === 1 ? 'must be' : 'must be one of'}{' '}
      <code translate="no">{values.map((value) => JSON.stringify(value)).join(', ')}</code>.{' '}
      <Marked text={reasonOf(result, event)} />
    </li>
  );
}

const counted = (count: number) => (count === 1 ? 'condition' : 'conditions');

/** The result of a comparison in one sentence. */
function summary(conditions: readonly ConditionResult[]): string {
  const failed = conditions.filter(({ isMatch }) => !isMatch).length;
  const all = conditions.length;
  if (all === 0) return 'Match: an empty pattern matches all events.';
  if (failed === 0) return `Match: ${all} of ${all} ${counted(all)} matched.`;
  return `No match: ${failed} of ${all} ${counted(all)} failed.`;
}

/** @returns the value of a JSON text, or what to correct in it */
function read(text: string): { readonly value: unknown } | { readonly error: string } {
  if (text.trim() === '') return { error: 'Write a JSON object, or load an example.' };
  const parsed = parseBody(text);
  if (parsed.kind === 'read') return { value: parsed.value };
  return { error: `Line ${parsed.line}, column ${parsed.column}: ${parsed.message}.` };
}

/** Compares two JSON texts as an event and a pattern. */
function compare(eventText: string, patternText: string, now: number) {
  const [event, pattern] = [read(eventText), read(patternText)];
  const errors = { event: '', pattern: '' };
  if ('error' in event) errors.event = event.error;
  if ('error' in pattern) errors.pattern = pattern.error;
  const result = testRule(
    'value' in event ? event.value : {},
    'value' in pattern ? pattern.value : {},
    now,
  );
  if ('isMatch' in result) {
    const isValid = errors.event === '' && errors.pattern === '';
    const shown = 'value' in event ? (event.value as RuleEvent) : undefined;
    return { errors, result: isValid ? result : undefined, event: shown };
  }
  for (const { field, message } of result) {
    if (errors[field] === '') errors[field] = message;
  }
  return { errors, result: undefined, event: undefined };
}

/** Compares an event with a pattern while the reader writes either, condition by condition. */
export default function Tester(): ReactNode {
  const id = useId();
  const [openedAt] = useState(Date.now);
  const [events] = useState(() => eventExamples(openedAt));
  const [patterns] = useState(patternExamples);
  const [eventText, setEventText] = useState(events[0]?.text ?? '');
  const [patternText, setPatternText] = useState(patterns.at(1)?.text ?? '');
  const { errors, result, event } = compare(eventText, patternText, openedAt);
  const notes = result ? unconfirmedIn(result.conditions) : [];
  const invalid = [errors.event && 'event', errors.pattern && 'pattern'].filter(Boolean);
  return (
    <section className="tool rule-tester" aria-labelledby={`${id}-title`} tabIndex={-1} ref={focus}>
      <h3 id={`${id}-title`}>Test a pattern</h3>
      <div className="rule-tester__editors">
        <Editor label="Event" text={eventText} error={errors.event} onText={setEventText} />
        <Editor label="Pattern" text={patternText} error={errors.pattern} onText={setPatternText} />
      </div>
      <div className={`note ${result?.isMatch ? 'note--good' : 'note--error'}`}>
        <p role="status" className={result?.isMatch ? 'tone--good' : 'tone--bad'}>
          <strong>
            {result ? summary(result.conditions) : `Correct the ${invalid.join(' and the ')}.`}
          </strong>
        </p>
        {result && event && result.conditions.length > 0 && (
          <ol className="rule-tester__conditions">
            {result.conditions.map((condition) => (
              <Condition key={JSON.stringify(condition.path)} result={condition} event={event} />
            ))}
          </ol>
        )}
      </div>
      {result?.isTooOld && (
        <p>
          <strong>The event is too old.</strong> If it arrived now, no rule would run on it,
          whatever the pattern.
        </p>
      )}
      {notes.length > 0 && (
        <p>
          <strong>
            <a href="#not-documented">Unconfirmed.</a>
          </strong>{' '}
          {notes.join(' ')} This is how the sandbox compares them.
        </p>
      )}
      <div className="rule-tester__editors">
        <Examples legend="Load an example event" examples={events} onText={setEventText} />
        <Examples legend="Load an example pattern" examples={patterns} onText={setPatternText} />
      </div>
    </section>
  );
}

/** Moves the focus to the tester, which replaced the button in use. */
function focus(section: HTMLElement | null): void {
  section?.focus({ preventScroll: true });
}
