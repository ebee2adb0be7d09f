import React, { useId, useRef, useState, type ReactNode } from 'react';
import './styles.css';

interface ImportFormProps {
  readonly onFile: (file: File, key: string) => void;
  readonly onCancel: () => void;
}

/** Lets the reader choose a project file, and enter the key of the project to replace. */
export default function ImportForm({ onFile, onCancel }: ImportFormProps): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState('');
  return (
    <div role="group" aria-label="Import a project file" className="sandbox__import">
      <span>Import replaces all data with that of a file.</span>
      <div className="sandbox__key">
        <label htmlFor={id}>API key of the file’s project (optional)</label>
        <input
          className="control control--field control--code"
          id={id}
          type="password"
          value={key}
          onChange={({ target }) => setKey(target.value)}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`} className="sandbox__hint">
          Needed while that project still exists, for example because a terminal created it.
        </p>
      </div>
      <div className="sandbox__line">
        <button type="button" className="control" onClick={() => input.current?.click()}>
          Choose a file
        </button>
        <button type="button" className="control" data-name="no" onClick={onCancel}>
          Cancel
        </button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file, key);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}
