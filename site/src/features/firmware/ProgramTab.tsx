import React, {
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import useKeptFocus from '@site/src/components/useKeptFocus';
import CodeEditor, { type EditorHandle } from './CodeEditor';
import Offer from './Offer';
import OnBoard from './OnBoard';
import type { ProgramBoard, ProgramState } from './program';
import { currentOffer, endOffer, onOffer } from './program-offer';
import { ownProgram as own } from './reader-program';
import SerialOutput from './SerialOutput';
import Share from './Share';
import './styles.css';

const phaseTexts: Readonly<Record<ProgramState['phase'], string>> = {
  off: 'The board is off.',
  loading: 'MicroPython loads…',
  running: 'The program is running.',
  ended: 'The program has ended: the board waits at its prompt.',
};

interface ControlsProps {
  readonly board: ProgramBoard;
  readonly phase: ProgramState['phase'];
  readonly onRun: () => void;
}

/** Buttons of a board. */
function Controls({ board, phase, onRun }: ControlsProps): ReactNode {
  const button = (name: string, isEnabled: boolean, action: () => void) => (
    <button
      type="button"
      className="control"
      // Not `disabled`: the focus would be lost.
      aria-disabled={!isEnabled}
      onClick={() => isEnabled && action()}
    >
      {name}
    </button>
  );
  return (
    <div className="program__controls">
      <button type="button" className="control control--main" onClick={onRun}>
        Run
      </button>
      {button('Ctrl+C', phase === 'running', () => board.interrupt())}
      {button('Soft reset', phase === 'running' || phase === 'ended', () => board.softReset())}
      {button('Power off', phase !== 'off', () => board.powerOff())}
      <p className={`program__phase${phase === 'running' ? ' live-mark' : ''}`} role="status">
        {phaseTexts[phase]}
      </p>
    </div>
  );
}

/** Says which programs are kept besides the one in the editor, and whether that one is. */
function Kept(): ReactNode {
  const { earlier, isKept } = useSyncExternalStore(own.subscribe, own.getState, own.getState);
  const place = isKept ? 'kept' : 'here until you leave this page';
  return (
    <div className="program__kept" aria-live="polite">
      {!isKept && (
        <p className="field-error">
          This browser does not keep your program: it is too long, or the storage of the browser is
          full or blocked. Download it.
        </p>
      )}
      {earlier.length > 0 && (
        <p>
          {earlier.length === 1
            ? `Your previous program is ${place}.`
            : `Your ${earlier.length} previous programs are ${place}.`}{' '}
          <button type="button" className="control control--small" onClick={() => own.bringBack()}>
            Undo: bring it back
          </button>
        </p>
      )}
    </div>
  );
}

type Panel = 'download' | 'share';

interface Props {
  readonly board: ProgramBoard;
  /** The picture of the device. */
  readonly picture: ReactNode;
}

/** Edits the program of the device and runs it. */
export default function ProgramTab({ board, picture }: Props): ReactNode {
  const id = useId();
  const editor = useRef<EditorHandle>(null);
  const [open, setOpen] = useState<Panel>();
  const { text, isChanged } = useSyncExternalStore(own.subscribe, own.getState, own.getState);
  const state = useSyncExternalStore(board.subscribe, board.getState, board.getState);
  const offer = useSyncExternalStore(onOffer, currentOffer, currentOffer);
  useEffect(() => {
    // By now, another program may be offered.
    if (currentOffer()?.from === 'reader') endOffer();
  }, [offer]);
  // Buttons that undo something, and those of an offered program, are removed with it.
  const kept = useKeptFocus<HTMLDivElement>();
  const run = () => board.run(own.getState().text);
  const toggle = (panel: Panel, label: string) => (
    <button
      type="button"
      className="control control--small control--quiet"
      aria-expanded={open === panel}
      aria-controls={`${id}panel`}
      onClick={() => setOpen(open === panel ? undefined : panel)}
    >
      {label}
    </button>
  );
  const group = {
    ...kept,
    className: 'program',
    role: 'group',
    'aria-label': 'Program of the device',
    tabIndex: -1,
  };
  if (offer && offer.from !== 'reader') {
    return (
      <div {...group}>
        <Offer
          key={offer.from === 'link' ? offer.fragment : offer.source}
          offer={offer}
          onAccept={(source) => own.replace(source)}
        />
      </div>
    );
  }
  return (
    <div {...group}>
      <div className="program__code">
        <div className="program__bar">
          <h4>
            main.py
            {isChanged && <span className="program__changed"> changed</span>}
          </h4>
          <button
            type="button"
            className="control control--small control--quiet"
            onClick={() => editor.current?.openSearch()}
          >
            Find
          </button>
          <button
            type="button"
            className="control control--small control--quiet"
            aria-disabled={!isChanged}
            onClick={() => isChanged && own.reset()}
          >
            Reset
          </button>
          {toggle('download', 'Download')}
          {toggle('share', 'Share')}
        </div>
        <div id={`${id}panel`} className="program__panel" hidden={open === undefined}>
          {open === 'share' && <Share text={text} />}
          {open === 'download' && <OnBoard text={text} />}
        </div>
        <Kept />
        <CodeEditor
          ref={editor}
          text={text}
          label="Program of the device, main.py"
          onEdit={own.edit}
          onRun={run}
        />
      </div>
      <Controls board={board} phase={state.phase} onRun={run} />
      <div className="program__result">
        <div className="program__picture">{picture}</div>
        <SerialOutput
          board={board}
          lines={state.output}
          onJump={(line) => editor.current?.goToLine(line)}
        />
      </div>
    </div>
  );
}
