import React, { type ReactNode } from 'react';

/** Icons, in the box of 16 by 16 of their buttons. */
const icons = {
  'Zoom in': 'M11 11l3.5 3.5M7 4.5v5M4.5 7h5M12 7a5 5 0 1 1-10 0a5 5 0 0 1 10 0',
  'Zoom out': 'M11 11l3.5 3.5M4.5 7h5M12 7a5 5 0 1 1-10 0a5 5 0 0 1 10 0',
  Earlier: 'M10 3L5 8l5 5',
  Later: 'M6 3l5 5l-5 5',
  'Show all': 'M2 3v10M14 3v10M5 8h6M7 6L5 8l2 2M9 6l2 2l-2 2',
  Copy: 'M6 5.5h7.5v9H6zM3.5 11h-1v-9H10v1',
} as const;

function Icon({ name }: { readonly name: keyof typeof icons }): ReactNode {
  return (
    <svg className="chart__icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}

/** A change of the part of the time axis in view. */
export interface ZoomStep {
  readonly name: Exclude<keyof typeof icons, 'Copy'>;
  readonly act: () => void;
  readonly isPossible: boolean;
}

const buttonClass = 'control control--small control--icon';

interface Props {
  readonly steps: readonly ZoomStep[];
  /** Id of the help, which these buttons show and hide. */
  readonly helpId: string;
  readonly isHelpShown: boolean;
  readonly onHelp: () => void;
}

/** Buttons that zoom and move the view, and one for the help. */
export default function Tools({ steps, helpId, isHelpShown, onHelp }: Props): ReactNode {
  return (
    <div className="chart__tools" role="group" aria-label="View">
      {steps.map(({ name, act, isPossible }) => (
        <button
          key={name}
          type="button"
          className={buttonClass}
          aria-label={name}
          title={name}
          aria-disabled={!isPossible}
          onClick={() => isPossible && act()}
        >
          <Icon name={name} />
        </button>
      ))}
      <button
        type="button"
        className={buttonClass}
        aria-label="Help"
        title="Help"
        aria-expanded={isHelpShown}
        aria-controls={helpId}
        onClick={onHelp}
      >
        ?
      </button>
    </div>
  );
}

interface CopyProps {
  readonly format: 'CSV' | 'PNG';
  readonly onCopy: () => void;
}

/** Button that copies the chart in a format. */
export function CopyAs({ format, onCopy }: CopyProps): ReactNode {
  const name = `Copy ${format}`;
  return (
    <button
      type="button"
      className="control control--small"
      aria-label={name}
      title={name}
      onClick={onCopy}
    >
      <Icon name="Copy" />
      {format}
    </button>
  );
}
