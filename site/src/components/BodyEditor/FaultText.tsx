import React, { type ReactNode } from 'react';
import { pathName, type Path } from '../../runner/body/path';
import { idOf, shownFaults, useForm } from './context';

interface Props {
  readonly path: Path;
  /** Whether the control edits all that is inside the value too. */
  readonly isDeep?: boolean;
}

/** What is wrong at one place, once the reader should know. The element is always there, so that it is announced. */
export default function FaultText({ path, isDeep }: Props): ReactNode {
  const form = useForm();
  const messages = shownFaults(form, path, isDeep).map((fault) => {
    const place = pathName(fault.path.slice(path.length));
    return place === '' ? fault.message : `${place}: ${fault.message}`;
  });
  return (
    <p
      className="body-editor__faults"
      id={`${idOf(form, path)}-faults`}
      // All faults at once, after a first try to send, are the panel's to announce.
      aria-live={form.showAll ? 'off' : 'polite'}
    >
      {messages.length > 0 && `${messages.join('. ')}.`}
    </p>
  );
}
