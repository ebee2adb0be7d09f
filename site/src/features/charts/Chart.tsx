import React, {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { Series } from './time-series';
import 'uplot/dist/uPlot.min.css';
import { copyOrDownload, csvOf, imageOf } from './export';
import {
  createPlot,
  numberOf,
  plotDataOf,
  styleOf,
  timeFormat,
  type Plot,
  type PlotData,
  type Range,
  type Zone,
} from './plot';
import './styles.css';
import Table from './Table';
import Tools, { CopyAs, type ZoomStep } from './Tools';

/** Maximum number of lines: more cannot be told apart. */
const maxLines = 12;

const isDrawn = ({ points }: Series) => points.some((point) => numberOf(point) !== null);

/** Factor of a step of zoom, and part of the view that a step to the side moves. */
const step = { zoom: 2, move: 0.5 } as const;

/** Shortest part of the time axis, in milliseconds. */
const shortest = 1000;

interface DrawingProps {
  readonly data: PlotData;
  readonly label: string;
  readonly zone: Zone;
  readonly hidden: ReadonlySet<number>;
  readonly range: Range | undefined;
  readonly onCursor: (index: number | undefined) => void;
  readonly onRange: (range: Range | undefined) => void;
  /** Receives the drawing when it is created. */
  readonly onPlot: (plot: Plot | undefined) => void;
}

/** The canvas. It is created again when something other than its values changes. */
function Drawing({ data, range, ...options }: DrawingProps): ReactNode {
  const { label, zone, hidden, onCursor, onRange, onPlot } = options;
  const target = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const latest = useRef({ data, range });
  useEffect(() => {
    latest.current = { data, range };
  });
  const count = data.isolated.length;

  useEffect(() => {
    const element = target.current;
    if (!element) return undefined;
    const created = createPlot(element, {
      ...latest.current,
      label,
      zone,
      hidden,
      onCursor,
      onRange,
    });
    plot.current = created;
    onPlot(created);
    const { draw } = created;
    const resize = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && width !== draw.width) draw.setSize({ width, height });
    });
    resize.observe(element);
    const mode = new MutationObserver(() => draw.redraw(false, true));
    mode.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      resize.disconnect();
      mode.disconnect();
      draw.destroy();
      plot.current = undefined;
      onPlot(undefined);
    };
  }, [label, zone, hidden, count, onCursor, onRange, onPlot]);
  useEffect(() => {
    plot.current?.setData(data, latest.current.range);
  }, [data]);
  return <div ref={target} className="chart__canvas" />;
}

interface KeyProps {
  readonly index: number;
  readonly name: string;
  readonly value: number | undefined;
  readonly isNumbered: boolean;
  readonly isHidden: boolean;
  readonly onToggle: () => void;
}

/** A line of the legend, which shows and hides its series. */
function Key({ index, name, value, isNumbered, isHidden, onToggle }: KeyProps): ReactNode {
  const { color, dash } = styleOf(index);
  return (
    <button
      type="button"
      className="control control--small chart__key"
      aria-pressed={!isHidden}
      onClick={onToggle}
    >
      <svg width="28" height="8" aria-hidden="true">
        <path d="M0 4H28" style={{ stroke: `var(${color})` }} strokeDasharray={dash.join(' ')} />
      </svg>
      {isNumbered && <strong>{index + 1}</strong>} {name}
      {value !== undefined && <output>{value}</output>}
    </button>
  );
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
  const [range, setRange] = useState<Range>();
  const [cursor, setCursor] = useState<number>();
  const [isTableOpen, setIsTableOpen] = useState(false);
  const [isHelpShown, setIsHelpShown] = useState(false);
  const [status, setStatus] = useState('');
  /** The value that the keyboard has moved to, for screen readers: they do not read the legend, which consists of buttons. */
  const [spoken, setSpoken] = useState('');
  const [plot, setPlot] = useState<Plot>();

  const lines = useMemo(() => series.filter(isDrawn).slice(0, maxLines), [series]);
  const data = useMemo(() => plotDataOf(lines), [lines]);
  const [times = [], ...columns] = data.aligned;
  const all = useMemo(() => ({ min: times[0] ?? 0, max: times[times.length - 1] ?? 0 }), [times]);
  const isZoomed = range !== undefined;
  const valueLabel = unit.trim() === '' ? label : `${label} (${unit.trim()})`;
  const names = series.map(({ node }) => nameOf(node));

  /** Shows a part of the time axis, within the data. */
  const show = (min: number, max: number) => {
    const length = Math.min(Math.max(max - min, shortest), all.max - all.min);
    const start = Math.min(Math.max(min, all.min), all.max - length);
    plot?.draw.setScale('x', { min: start, max: start + length });
  };
  const { min, max } = range ?? all;
  const zoom = (factor: number) => {
    const center = cursor === undefined ? (min + max) / 2 : (times[cursor] ?? min);
    show(center - (center - min) * factor, center + (max - center) * factor);
  };
  const move = (part: number) => show(min + (max - min) * part, max + (max - min) * part);
  const steps: readonly ZoomStep[] = [
    { name: 'Zoom in', act: () => zoom(1 / step.zoom), isPossible: max - min > shortest },
    { name: 'Zoom out', act: () => zoom(step.zoom), isPossible: isZoomed },
    { name: 'Earlier', act: () => move(-step.move), isPossible: min > all.min },
    { name: 'Later', act: () => move(step.move), isPossible: max < all.max },
    { name: 'Show all', act: () => show(all.min, all.max), isPossible: isZoomed },
  ];

  const timeText = timeFormat(zone, { dateStyle: 'medium', timeStyle: 'medium' });
  /** Moves the cursor to the next or previous value in view. */
  const walk = (direction: 1 | -1) => {
    const hasValue = (index: number) =>
      columns.some((values, line) => !hidden.has(line) && typeof values[index] === 'number');
    const inView = (index: number) => (times[index] ?? NaN) >= min && (times[index] ?? NaN) <= max;
    let next = cursor ?? (direction === 1 ? -1 : times.length);
    do next += direction;
    while (next >= 0 && next < times.length && !(inView(next) && hasValue(next)));
    const time = times[next];
    if (time === undefined) return;
    plot?.draw.setCursor({ left: plot.draw.valToPos(time, 'x'), top: 0 }, false);
    setCursor(next);
    const values = lines.flatMap(({ node }, line) => {
      const value = hidden.has(line) ? undefined : columns[line]?.[next];
      return typeof value === 'number' ? [`${nameOf(node)} ${value}`] : [];
    });
    setSpoken(`${timeText.format(time)}: ${values.join(', ')}`);
  };
  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoom(1 / step.zoom),
    '=': () => zoom(1 / step.zoom),
    '-': () => zoom(step.zoom),
    '0': () => show(all.min, all.max),
    ArrowLeft: () => walk(-1),
    ArrowRight: () => walk(1),
    'Shift+ArrowLeft': () => move(-step.move),
    'Shift+ArrowRight': () => move(step.move),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isMove = event.shiftKey && event.key.startsWith('Arrow');
    const act = keys[isMove ? `Shift+${event.key}` : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

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
    const canvas = plot?.draw.ctx.canvas;
    const container = canvas?.closest<HTMLElement>('.chart');
    if (!canvas || !container) return;
    const shown = lines.flatMap(({ node }, index) =>
      hidden.has(index) ? [] : [{ index, name: `${index + 1}  ${nameOf(node)}` }],
    );
    void copy('PNG', imageOf(canvas, container, valueLabel, shown), 'image/png', `${label}.png`);
  };

  const count = series.reduce((sum, { points }) => sum + points.length, 0);
  const numbers = series.flatMap(({ points }) =>
    points.filter((point) => numberOf(point) !== null),
  );
  const others = count - numbers.length;
  const drawn = series.filter(isDrawn).length;
  const sentences = [
    ...(others > 0
      ? [`${others} of ${count} values are not numbers: only the table and the CSV have them.`]
      : []),
    ...(drawn > maxLines
      ? [`The chart shows the first ${maxLines} of ${drawn} nodes; the table and the CSV have all.`]
      : []),
    ...notes,
  ];
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const cursorTime = cursor === undefined ? undefined : times[cursor];
  return (
    <section className="tool chart" aria-labelledby={`${id}title`}>
      <div className="chart__head">
        <p id={`${id}title`} className="chart__title">
          {`Chart of ${valueLabel}`}
        </p>
        {lines.length > 0 && (
          <Tools
            steps={steps}
            helpId={`${id}help`}
            isHelpShown={isHelpShown}
            onHelp={() => setIsHelpShown(!isHelpShown)}
          />
        )}
      </div>
      {lines.length > 0 && (
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
            onKeyDown={onKeyDown}
          >
            <Drawing
              data={data}
              label={valueLabel}
              zone={zone}
              hidden={hidden}
              range={range}
              onCursor={setCursor}
              onRange={setRange}
              onPlot={setPlot}
            />
          </div>
          <p className="chart__hint">
            {cursorTime === undefined
              ? `${timeText.format(min)} to ${timeText.format(max)}`
              : timeText.format(cursorTime)}
          </p>
          <p className="spoken" role="status">
            {spoken}
          </p>
          <div className="chart__buttons" role="group" aria-label="Nodes">
            {lines.map(({ node }, index) => {
              const value = cursor === undefined ? undefined : columns[index]?.[cursor];
              return (
                <Key
                  key={node}
                  index={index}
                  name={nameOf(node)}
                  value={value ?? undefined}
                  isNumbered={lines.length > 1}
                  isHidden={hidden.has(index)}
                  onToggle={() => {
                    const next = new Set(hidden);
                    if (!next.delete(index)) next.add(index);
                    setHidden(next);
                  }}
                />
              );
            })}
          </div>
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
        {lines.length > 0 && <CopyAs format="PNG" onCopy={copyPng} />}
        <span role="status">{status}</span>
      </div>
      <details
        className="disclosure"
        onToggle={(event) => setIsTableOpen(event.currentTarget.open)}
      >
        <summary>{`Table (${count} ${count === 1 ? 'value' : 'values'})`}</summary>
        {isTableOpen && (
          <Table series={series} names={names} label={valueLabel} zone={zone} range={range} />
        )}
      </details>
    </section>
  );
}
