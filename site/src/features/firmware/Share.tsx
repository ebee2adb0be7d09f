import React, { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { CopyButton } from '@site/src/components/CodeBlock';
import { linkProblems, programFragment, type LinkResult } from './share-link';

/** Address of the page without its query, and with a program as its fragment. */
const linkTo = (fragment: string) => window.location.origin + window.location.pathname + fragment;

/** A link to this page with the program in it. */
export default function Share({ text }: { readonly text: string }): ReactNode {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<LinkResult<string>>();
  useEffect(() => {
    let isCurrent = true;
    void programFragment(text).then((fragment) => {
      if (isCurrent) setResult(fragment);
    });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  if (!result) return null;
  if ('problem' in result) {
    return (
      <p className="note note--error" role="alert">
        {linkProblems[result.problem]}
      </p>
    );
  }
  const link = linkTo(result.value);
  return (
    <>
      <label htmlFor={id}>Link with this program</label>
      <div className="program__link">
        <input
          ref={field}
          id={id}
          className="control control--field control--code"
          readOnly
          value={link}
          onFocus={({ target }) => target.select()}
        />
        <CopyButton source={() => link} label="link" select={() => field.current?.select()} />
      </div>
      <p className="runner__hint">
        {`The program is in the part of the link after #, which browsers do not send to any server: ${link.length.toLocaleString('en-US')} characters. A person who opens the link sees the program before it can run.`}
      </p>
    </>
  );
}
