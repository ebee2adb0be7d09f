import React, { useEffect, useRef, type ReactNode } from 'react';

interface Props {
  /** Text of the summary line, such as "Fields of policy". */
  readonly label: string;
  /** Whether they are hidden until the reader asks. */
  readonly folded?: boolean;
  readonly children: ReactNode;
}

/** The element that the fragment of the address names; none for one that cannot be decoded. */
function elementOfFragment(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  } catch {
    return null;
  }
}

/** Fields inside another one, which the reader can fold away. A link to one of them unfolds it. */
export default function Nested({ label, folded, children }: Props): ReactNode {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const reveal = () => {
      const target = elementOfFragment();
      if (!target || !details.current?.contains(target) || details.current.open) return;
      details.current.open = true;
      target.scrollIntoView();
    };
    reveal();
    window.addEventListener('hashchange', reveal);
    return () => window.removeEventListener('hashchange', reveal);
  }, []);

  return (
    <details ref={details} className="fields__nested" open={!folded}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
