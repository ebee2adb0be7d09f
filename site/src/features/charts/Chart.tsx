import React, { useId, useMemo, useState, type ReactNode } from 'react';
import Drawing from './Drawing';
import { copyOrDownload, csvOf, imageOf } from './export';
import Legend from './Legend';
import { numberOf, plotDataOf, timeFormat, type Zone } from './plot';
import './styles.css';
import Table from './Table';
import type { Series } from './time-series';
import Tools, { CopyAs } from './Tools';
import useView from './useView';

/** Maximum number of lines: more cannot be told apart. */
const maxLines = 12;

const isDrawn = ({ points }: Series) => points.some((point) => numberOf(point) !== null);

/** Says what the chart does not show. */
function limitsOf(series: readonly Series[]): string[] {
  const points = series.flatMap((one) => one.points);
  const others = points.filter((point) => numberOf(point) === null).length;
  const drawn = series.filter(isDrawn).length;
  return [
    ...(others > 0
      ? [
          `${others} of ${points.length} values are not numbers: only the table and the CSV have them.`,
        ]
      : []),
    ...(drawn > maxLines
      ? [`The chart shows the first ${maxLines} of ${drawn} nodes; the table and the CSV have all.`]
      : []),
  ];
}

interface Props {
  readonly series: readonly Series[];
  /** Name of the values: `temperature`. */
  readonly label: string;
  /** Returns the display name of a node. */
  readonly nameOf: (node: string) => string;
  /** Sentences about the data. */
  readonly notes?: readonly string[];
}

/** Time series as a chart, as a table, and as CSV and PNG. */
export default function Chart({ series, label, nameOf, notes = [] }: Props): ReactNode {
  const id = useId();
  const [zone, setZone] = useState<Zone>('local');
  const [unit, setUnit] = useState('');
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [isTableOpen, setIsTableOpen] = useState(false);
  const [isHelpShown, setIsHelpShown] = useState(false);
  const [status, setStatus] = useState('');
  /** The value that the keyboard has moved to, for screen readers: they do not read the legend, which consists of buttons. */
  const [spoken, setSpoken] = useState('');

  const drawn = useMemo(() => series.filter(isDrawn).slice(0, maxLines), [series]);
  const data = useMemo(() => plotDataOf(drawn), [drawn]);
  const [times = [], ...columns] = data.aligned;
  const valueLabel = unit.trim() === '' ? label : `${label} (${unit.trim()})`;
  const timeText = timeFormat(zone, { dateStyle: 'medium', timeStyle: 'medium' });

  /** The lines with their values at a time. */
  const linesAt = (index: number | undefined) =>
    drawn.map(({ node }, line) => ({
      name: nameOf(node),
      value: (index === undefined ? undefined : columns[line]?.[index]) ?? undefined,
    }));
  const shownAt = (index: number) =>
    linesAt(index).filter(({ value }, line) => value !== undefined && !hidden.has(line));
  const view = useView({
    times,
    hasValue: (index) => shownAt(index).length > 0,
    onWalk: (index) => {
      const values = shownAt(index).map(({ name, value }) => `${name} ${value}`);
      setSpoken(`${timeText.format(times[index])}: ${values.join(', ')}`);
    },
  });
  const cursorTime = view.cursor === undefined ? undefined : times[view.cursor];

  const copy = async (what: string, content: Promise<Blob>, type: string, file: string) => {
    setStatus('');
    const done = await copyOrDownload(content, type, file).catch(() => undefined);
    setStatus(done ? `${what} ${done}.` : `${what} could not be created.`);
  };
  const copyCsv = () => {
    const type = 'text/plain';
    const csv = new Blob([csvOf(series, valueLabel)], { type });
    void copy('CSV', Promise.resolve(csv), type, `${label}.csv`);
  };
  const copyPng = () => {
    const canvas = view.plot?.draw.ctx.canvas;
    const container = canvas?.closest<HTMLElement>('.chart');
    if (!canvas || !container) return;
    const shown = drawn.flatMap(({ node }, index) =>
      hidden.has(index) ? [] : [{ index, name: `${index + 1}  ${nameOf(node)}` }],
    );
    void copy('PNG', imageOf(canvas, container, valueLabel, shown), 'image/png', `${label}.png`);
  };

  const count = series.reduce((sum, { points }) => sum + points.length, 0);
  const sentences = [...limitsOf(series), ...notes];
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section className="tool chart" aria-labelledby={`${id}title`}>
      <div className="chart__head">
        <p id={`${id}title`} className="chart__title">
          {`Chart of ${valueLabel}`}
        </p>
        {drawn.length > 0 && (
          <Tools
            steps={view.steps}
            helpId={`${id}help`}
            isHelpShown={isHelpShown}
            onHelp={() => setIsHelpShown(!isHelpShown)}
          />
        )}
      </div>
      {drawn.length > 0 && (
        <>
          <p id={`${id}help`} className="chart__help" hidden={!isHelpShown}>
            Drag to zoom. With the keyboard: arrow keys show values, <kbd>+</kbd>, <kbd>-</kbd> and{' '}
            <kbd>0</kbd> zoom, <kbd>Shift</kbd> with an arrow key moves the view.
          </p>
          <div
            className="chart__plot"
            role="group"
            tabIndex={0}
            aria-labelledby={`${id}title`}
            aria-describedby={`${id}help`}
            onKeyDown={view.onKeyDown}
          >
            <Drawing
              data={data}
              label={valueLabel}
              zone={zone}
              hidden={hidden}
              range={view.range}
              onCursor={view.setCursor}
              onRange={view.setRange}
              onPlot={view.setPlot}
            />
          </div>
          <p className="chart__hint">
            {cursorTime === undefined
              ? `${timeText.format(view.min)} to ${timeText.format(view.max)}`
              : timeText.format(cursorTime)}
          </p>
          <p className="spoken" role="status">
            {spoken}
          </p>
          <Legend lines={linesAt(view.cursor)} hidden={hidden} onHidden={setHidden} />
        </>
      )}
      {sentences.length > 0 && <p className="chart__hint">{sentences.join(' ')}</p>}
      <div className="chart__buttons">
        <label>
          Time zone{' '}
          <select
            className="control control--small control--field"
            value={zone}
            onChange={(event) => setZone(event.target.value as Zone)}
          >
            <option value="local">{`Local (${local})`}</option>
            <option value="UTC">UTC</option>
          </select>
        </label>
        <label>
          Unit{' '}
          <input
            className="control control--small control--field"
            value={unit}
            size={4}
            onChange={(event) => setUnit(event.target.value)}
          />
        </label>
        <CopyAs format="CSV" onCopy={copyCsv} />
        {drawn.length > 0 && <CopyAs format="PNG" onCopy={copyPng} />}
        <span role="status">{status}</span>
      </div>
      <details
        className="disclosure"
        onToggle={(event) => setIsTableOpen(event.currentTarget.open)}
      >
        <summary>{`Table (${count} ${count === 1 ? 'value' : 'values'})`}</summary>
        {isTableOpen && (
          <Table
            series={series}
            names={series.map(({ node }) => nameOf(node))}
            label={valueLabel}
            zone={zone}
            range={view.range}
          />
        )}
      </details>
    </section>
  );
}
