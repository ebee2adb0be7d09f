import React, { useState, type KeyboardEvent, type ReactNode } from 'react';

interface Props<Edit extends string | object> {
  /** What the reader has typed; undefined while the example is shown. */
  readonly edit: Edit | undefined;
  readonly setEdit: (edit: Edit | undefined) => void;
}

/** Replaces a body by its example. The next press, or Ctrl+Z on the button, brings the body back until it is edited again. */
export default function ResetButton<Edit extends string | object>({
  edit,
  setEdit,
}: Props<Edit>): ReactNode {
  const [discarded, setDiscarded] = useState<Edit>();
  const canUndo = edit === undefined && discarded !== undefined;
  const press = () => {
    setDiscarded(edit);
    setEdit(canUndo ? discarded : undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canUndo || event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    press();
  };
  return (
    <button type="button" className="control control--small" onClick={press} onKeyDown={onKeyDown}>
      {canUndo ? 'Undo reset' : 'Reset to example'}
    </button>
  );
}
