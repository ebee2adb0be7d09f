import React, { type ReactNode } from 'react';
import { dismissReplacement } from '../project-state';
import './styles.css';

/** Notice that a new project replaced an expired one, until the reader dismisses it. */
export default function Replaced(): ReactNode {
  return (
    <div className="note">
      <p>
        Your previous sandbox project expired and its data is gone. This is a new project with new
        ids and keys. A terminal that used the previous project needs the new setup commands.
      </p>
      <button type="button" className="control" onClick={dismissReplacement}>
        OK
      </button>
    </div>
  );
}
