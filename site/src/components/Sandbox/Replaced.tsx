import React, { type ReactNode } from 'react';
import { noteReplacement } from '../../sandbox/project';
import './styles.css';

/** Tells that the project took the place of one that had ended, until the reader has read it. */
export default function Replaced(): ReactNode {
  return (
    <div className="sandbox__failure">
      <p>
        Your former sandbox project has ended, and what it held is gone. This is a new one, with new
        ids and keys. A terminal with lines of the former one needs those of this one: copy them
        anew.
      </p>
      <button type="button" className="sandbox__button" onClick={noteReplacement}>
        OK
      </button>
    </div>
  );
}
