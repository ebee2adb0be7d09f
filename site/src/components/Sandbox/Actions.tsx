import React, { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

interface Props {
  readonly isBusy: boolean;
  /** A question is put: what was said before is over. */
  readonly onAsk: () => void;
  readonly onReset: () => void;
  readonly onDrop: () => void;
}

const questions = {
  reset: { text: 'Reset: all it holds is replaced by new demo content.', yes: 'Yes, reset' },
  drop: { text: 'Drop: the project ends with all it holds.', yes: 'Yes, drop' },
} as const;

type Question = keyof typeof questions;

/** Reset and Drop, each after a question that stands where the button was. */
export default function Actions({ isBusy, onAsk, onReset, onDrop }: Props): ReactNode {
  const [asked, setAsked] = useState<Question>();
  const group = useRef<HTMLDivElement>(null);
  const last = useRef<Question>(undefined);

  // The focus goes into the question, and back to the button that asked it.
  useEffect(() => {
    const from = last.current;
    last.current = asked;
    const target = asked ? 'no' : from;
    if (target) group.current?.querySelector<HTMLElement>(`[data-name=${target}]`)?.focus();
  }, [asked]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (asked === undefined || event.key !== 'Escape') return;
    // The dialog around it stays open.
    event.preventDefault();
    event.stopPropagation();
    setAsked(undefined);
  };
  const ask = (question: Question) => {
    onAsk();
    setAsked(question);
  };
  const confirm = () => {
    setAsked(undefined);
    if (asked === 'reset') onReset();
    else onDrop();
  };
  const button = (name: string, text: string, onClick: () => void) => (
    <button
      type="button"
      className="sandbox__button"
      data-name={name}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) onClick();
      }}
    >
      {text}
    </button>
  );
  return (
    <div ref={group} className="sandbox__actions" onKeyDown={onKeyDown}>
      {asked ? (
        <div role="group" aria-label={questions[asked].text} className="sandbox__question">
          <span>{questions[asked].text}</span>
          {button('yes', questions[asked].yes, confirm)}
          {button('no', 'No, keep it', () => setAsked(undefined))}
        </div>
      ) : (
        <>
          {button('reset', 'Reset', () => ask('reset'))}
          {button('drop', 'Drop', () => ask('drop'))}
        </>
      )}
    </div>
  );
}
