import React, {
  memo,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { OutputLine, ProgramBoard } from './program';

/** Classes of lines. */
const lineClasses: Readonly<Record<OutputLine['kind'], string>> = {
  output: 'program__line',
  error: 'program__line program__line--error',
  system: 'program__line program__line--system',
};

interface LineProps {
  readonly entry: OutputLine;
  readonly onJump: (line: number) => void;
}

const Line = memo(function Line({ entry, onJump }: LineProps): ReactNode {
  const { text, line, kind } = entry;
  return (
    <div className={lineClasses[kind]}>
      {line === undefined ? (
        text
      ) : (
        <button
          type="button"
          className="program__jump"
          aria-description={`Goes to line ${line} of the program`}
          onClick={() => onJump(line)}
        >
          {text}
        </button>
      )}
    </div>
  );
});

/** Distance from the end in pixels at which the output is still followed. */
const nearEnd = 24;

/** Whether a box with lines is scrolled to its end. */
export const isAtEnd = (
  box: Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>,
): boolean => box.scrollHeight - box.scrollTop - box.clientHeight <= nearEnd;

interface Props {
  readonly board: ProgramBoard;
  readonly lines: readonly OutputLine[];
  readonly onJump: (line: number) => void;
}

/** What the board writes to its serial port. It shows the end, unless the reader has scrolled up. */
export default function SerialOutput({ board, lines, onJump }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  useLayoutEffect(() => {
    if (follows && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [follows, lines]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // With a selection, Ctrl+C copies.
    if (event.key === 'c' && window.getSelection()?.isCollapsed !== false) board.interrupt();
    else if (event.key === 'd') board.softReset();
    else return;
    event.preventDefault();
  };
  return (
    <div className="program__serial">
      <div className="program__bar">
        <h4 id="program-output">Serial output</h4>
        {!follows && (
          <button
            type="button"
            className="control control--small control--quiet"
            onClick={() => setFollows(true)}
          >
            Go to the end
          </button>
        )}
        <button
          type="button"
          className="control control--small control--quiet"
          onClick={() => board.clearOutput()}
        >
          Clear
        </button>
      </div>
      <div
        ref={box}
        className="program__output"
        role="log"
        tabIndex={0}
        aria-labelledby="program-output"
        translate="no"
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => setFollows(isAtEnd(currentTarget))}
      >
        {lines.map((entry) => (
          <Line key={entry.id} entry={entry} onJump={onJump} />
        ))}
        {lines.length === 0 && (
          <p className="program__empty">What the program prints appears here.</p>
        )}
      </div>
    </div>
  );
}
