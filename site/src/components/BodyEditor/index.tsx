import React, { useId, useMemo, useState, type ReactNode } from 'react';
import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { faultsOf } from '../../runner/body/faults-of';
import { parseBody, printBody } from '../../runner/body/parse-body';
import FormView from './FormView';
import JsonView from './JsonView';
import NoForm from './NoForm';
import './styles.css';
import { useFocusLater } from './use-focus-later';
import { useRevision } from './use-revision';
import ViewTabs, { type View } from './ViewTabs';

interface Props {
  /** Schema of the body, references resolved. */
  readonly schema: Schema;
  readonly example: JsonValue;
  /** The exact text to send. It may be no JSON at all. */
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Whether to show the faults of all fields, not only of those that the reader has left. */
  readonly showAll: boolean;
  /** Current time in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Edits the body of a request as a form or as JSON. The text belongs to the parent, which may replace it at any time;
 * `faultsOf` says what is wrong with it.
 */
export default function BodyEditor(props: Props): ReactNode {
  const { schema, example, text, onText, showAll, now } = props;
  const prefix = useId();
  const [view, setView] = useState<View>('form');
  const [revision, announce] = useRevision(text);
  const focusLater = useFocusLater();
  const parsed = useMemo(() => parseBody(text), [text]);
  const faults = useMemo(() => faultsOf(schema, text), [schema, text]);

  const change = (next: string) => {
    announce(next);
    onText(next);
  };
  const editAsJson = () => {
    setView('json');
    focusLater(`${prefix}json`);
  };
  const form =
    parsed.kind === 'read' && parsed.losses.length === 0 ? (
      <FormView
        key={revision}
        schema={schema}
        example={example}
        faults={faults}
        showAll={showAll}
        now={now}
        prefix={`${prefix}body`}
        body={parsed.value}
        onBody={(body) => change(printBody(body))}
      />
    ) : (
      <NoForm parsed={parsed} onJson={editAsJson} />
    );
  return (
    <div className="body-editor">
      <ViewTabs prefix={prefix} view={view} onView={setView} />
      <div
        role="tabpanel"
        id={`${prefix}panel`}
        aria-labelledby={`${prefix}${view}-tab`}
        className="body-editor__panel"
      >
        {view === 'form' ? (
          form
        ) : (
          <JsonView id={`${prefix}json`} text={text} faults={faults} onText={change} />
        )}
      </div>
    </div>
  );
}
