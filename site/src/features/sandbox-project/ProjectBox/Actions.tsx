import React, { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import ImportForm from './ImportForm';
import './styles.css';

interface ActionsProps {
  readonly isBusy: boolean;
  /** Called when a confirmation opens; clears the status. */
  readonly onQuestion: () => void;
  readonly onExport: () => void;
  readonly onImport: (file: File, key: string) => void;
  readonly onReset: () => void;
  readonly onDelete: () => void;
}

const questions = {
  reset: { text: 'Reset replaces all data with new sample data.', yes: 'Yes, reset' },
  delete: { text: 'This deletes the project and all its data.', yes: 'Yes, delete' },
} as const;

type Question = keyof typeof questions | 'import';

/** "Export", and "Import", "Reset" and "Delete project", each with a confirmation. */
export default function Actions({
  isBusy,
  onQuestion,
  onExport,
  ...confirmed
}: ActionsProps): ReactNode {
  const { onImport, onReset, onDelete } = confirmed;
  const [question, setAsked] = useState<Question>();
  const group = useRef<HTMLDivElement>(null);
  const last = useRef<Question>(undefined);

  // Moves the focus to the confirmation, and back to its button.
  useEffect(() => {
    const from = last.current;
    last.current = question;
    const target = question ? 'no' : from;
    if (target) group.current?.querySelector<HTMLElement>(`[data-name=${target}]`)?.focus();
  }, [question]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (question === undefined || event.key !== 'Escape') return;
    // Does not close the surrounding dialog.
    event.preventDefault();
    event.stopPropagation();
    setAsked(undefined);
  };
  const askFor = (question: Question) => {
    onQuestion();
    setAsked(question);
  };
  const confirm = () => {
    setAsked(undefined);
    if (question === 'reset') onReset();
    else onDelete();
  };
  const button = (name: string, text: string, onClick: () => void) => (
    <button
      type="button"
      className="control"
      data-name={name}
      aria-disabled={isBusy}
      onClick={({ detail }) => {
        // The second click of a double-click lands on a button that the first one has brought here.
        if (!isBusy && detail < 2) onClick();
      }}
    >
      {text}
    </button>
  );
  return (
    <div ref={group} className="sandbox__actions" onKeyDown={onKeyDown}>
      {question === 'import' && (
        <ImportForm
          onFile={(file, key) => {
            setAsked(undefined);
            onImport(file, key);
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
      {(question === 'reset' || question === 'delete') && (
        <div role="group" aria-label={questions[question].text} className="sandbox__question">
          <span>{questions[question].text}</span>
          {button('yes', questions[question].yes, confirm)}
          {button('no', 'Cancel', () => setAsked(undefined))}
        </div>
      )}
      {!question && (
        <>
          {button('export', 'Export', onExport)}
          {button('import', 'Import', () => askFor('import'))}
          {button('reset', 'Reset', () => askFor('reset'))}
          {button('delete', 'Delete project', () => askFor('delete'))}
        </>
      )}
    </div>
  );
}
