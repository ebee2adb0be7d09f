import React, { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import CodeEditor from './CodeEditor';
import { endOffer, type ProgramOffer } from './program-offer';
import { linkProblems, programIn, type LinkResult } from './share-link';

/** Removes a program from the address: the reader has decided about it. */
function cleanAddress(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
}

interface Props {
  readonly offer: Exclude<ProgramOffer, { readonly from: 'reader' }>;
  /** Puts the program into the editor. */
  readonly onAccept: (source: string) => void;
}

/** A program from a link or a page, which the reader can read before it replaces theirs. */
export default function Offer({ offer, onAccept }: Props): ReactNode {
  const id = useId();
  const [linked, setLinked] = useState<LinkResult<string>>();
  useEffect(() => {
    if (offer.from !== 'link') return undefined;
    let isCurrent = true;
    void programIn(offer.fragment).then((program) => {
      if (isCurrent) setLinked(program);
    });
    return () => {
      isCurrent = false;
    };
  }, [offer]);
  const result = offer.from === 'link' ? linked : { value: offer.source };
  const isRead = result !== undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isRead) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isRead]);
  if (!result) return null;
  const close = () => {
    if (offer.from === 'link') cleanAddress();
    endOffer();
  };
  if ('problem' in result) {
    return (
      <div className="note note--error" role="alert">
        <p>{linkProblems[result.problem]}</p>
        <button type="button" className="control control--small" onClick={close}>
          Close
        </button>
      </div>
    );
  }
  return (
    <section className="program__offer" aria-labelledby={id}>
      <div className="note">
        <h4 id={id} ref={heading} tabIndex={-1}>
          {offer.from === 'link' ? 'This link has a program' : offer.title}
        </h4>
        <p>
          {offer.from === 'link' && 'Anyone can have written it: read it first. '}
          It does not run until you press Run. Your own program is kept.
        </p>
        <div className="program__files">
          <button
            type="button"
            className="control control--main"
            onClick={() => {
              onAccept(result.value);
              close();
            }}
          >
            Put it into the editor
          </button>
          <button type="button" className="control" onClick={close}>
            Keep my program
          </button>
        </div>
      </div>
      <CodeEditor
        text={result.value}
        label={offer.from === 'link' ? 'Program of the link' : 'Program with the change'}
      />
    </section>
  );
}
