import React, { useId, useState, type ReactNode } from 'react';
import {
  testRule,
  type ConditionResult,
  type RuleEvent,
} from '@anedya-docs/sandbox/browser/rule-test';
import { Marked } from '@site/src/components/Send/JsonView';
import { parseBody } from '@site/src/runner/body/json-text';
import { eventExamples, patternExamples, type Example } from './examples';
import { reasonOf, unconfirmedIn } from './why';
import './styles.css';

interface EditorProps {
  readonly label: string;
  readonly text: string;
  /** What to correct; empty for a valid text. */
  readonly error: string;
  readonly examples: readonly Example[];
  readonly onText: (text: string) => void;
}

/** A JSON text, and the examples of the page that can replace it. */
function Editor({ label, text, error, examples, onText }: EditorProps): ReactNode {
  const id = useId();
  return (
    <div className="rule-tester__editor">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={9}
        spellCheck={false}
        autoCapitalize="off"
        value={text}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-error`}
        onChange={(event) => onText(event.target.value)}
      />
      <p id={`${id}-error`} className="rule-tester__error">
        {error}
      </p>
      <fieldset>
        <legend>Load an example</legend>
        {examples.map((example) => (
          <button key={example.label} type="button" onClick={() => onText(example.text)}>
            {example.label}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

interface ConditionProps {
  readonly result: ConditionResult;
  readonly event: RuleEvent;
}

function Condition({ result, event }: ConditionProps): ReactNode {
  const { path, values, isMatch } = result;
  return (
    <li>
      <strong className={isMatch ? 'rule-tester__match' : 'rule-tester__error'}>
        {isMatch ? 'Match' : 'No match'}
      </strong>{' '}
      <code>{path.join(' › ')}</code> {values.length === 1 ? 'must be' : 'must be one of'}{' '}
      <code>{values.map((value) => JSON.stringify(value)).join(', ')}</code>.{' '}
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
    <section className="rule-tester" aria-labelledby={`${id}-title`} tabIndex={-1} ref={focus}>
      <h3 id={`${id}-title`}>Test a pattern</h3>
      <div className="rule-tester__editors">
        <Editor
          label="Event"
          text={eventText}
          error={errors.event}
          examples={events}
          onText={setEventText}
        />
        <Editor
          label="Pattern"
          text={patternText}
          error={errors.pattern}
          examples={patterns}
          onText={setPatternText}
        />
      </div>
      <p role="status" className="rule-tester__result">
        {result ? summary(result.conditions) : `Correct the ${invalid.join(' and the ')}.`}
      </p>
      {result && event && (
        <ol className="rule-tester__conditions">
          {result.conditions.map((condition) => (
            <Condition key={JSON.stringify(condition.path)} result={condition} event={event} />
          ))}
        </ol>
      )}
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
    </section>
  );
}

/** Moves the focus to the tester, which replaced the button in use. */
function focus(section: HTMLElement | null): void {
  section?.focus({ preventScroll: true });
}
