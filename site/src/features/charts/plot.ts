/** The drawing and its data: uPlot with the colors, fonts and time zone of the page. */
import uPlot, { type AlignedData } from 'uplot';
import type { Point, Series } from './time-series';

/** A line breaks where the time between two values is longer than this many typical times (the median). */
const longestInterval = 1.8;

/** Data of a plot: times in milliseconds, then the values of each series. `null` breaks the line. */
export interface PlotData {
  readonly aligned: AlignedData;
  /** For each series, the indexes of the values that have no neighbor to draw a line to. */
  readonly isolated: readonly (readonly number[])[];
}

/** Returns the number that a chart shows for a value; null for everything else. */
export function numberOf({ value }: Pick<Point, 'value'>): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Times between points, shortest first. */
function intervalsOf(points: readonly Point[]): number[] {
  const intervals = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at));
  return intervals.filter((interval) => interval > 0).sort((a, b) => a - b);
}

/** Times and values of a series, with a `null` in the middle of each gap. */
function columnsOf({ points }: Series): [number[], (number | null)[]] {
  const intervals = intervalsOf(points);
  const typical = intervals[Math.floor(intervals.length / 2)] ?? 0;
  const times: number[] = [];
  const values: (number | null)[] = [];
  for (const [index, point] of points.entries()) {
    const former = points[index - 1];
    if (former && point.at - former.at > typical * longestInterval) {
      times.push((former.at + point.at) / 2);
      values.push(null);
    }
    times.push(point.at);
    values.push(numberOf(point));
  }
  return [times, values];
}

/** Indexes of the values between two gaps. A time that only other series have is no gap. */
function isolatedIn(values: readonly (number | null | undefined)[]): number[] {
  const own = [...values.entries()].filter(([, value]) => value !== undefined);
  const isGap = (index: number) => own[index]?.[1] === undefined || own[index][1] === null;
  return own.flatMap(([at, value], index) =>
    value !== null && isGap(index - 1) && isGap(index + 1) ? [at] : [],
  );
}

/** Puts series on one time axis. */
export function plotDataOf(series: readonly Series[]): PlotData {
  const tables = series.map(columnsOf);
  const aligned: AlignedData = tables.length === 0 ? [[]] : uPlot.join(tables);
  const [, ...columns] = aligned;
  return { aligned, isolated: columns.map((values) => isolatedIn([...values])) };
}

/** Time zone of a chart: that of the reader's computer, or UTC. */
export type Zone = 'local' | 'UTC';

/** Part of the time axis, in milliseconds. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export interface PlotOptions {
  readonly data: PlotData;
  /** Label of the value axis. */
  readonly label: string;
  readonly zone: Zone;
  readonly hidden: ReadonlySet<number>;
  /** Part to show first; undefined for everything. */
  readonly range: Range | undefined;
  /** Called with the index of the time under the pointer. */
  readonly onCursor: (index: number | undefined) => void;
  /** Called with the part of the time axis in view; undefined for everything. */
  readonly onRange: (range: Range | undefined) => void;
}

export interface Plot {
  readonly draw: uPlot;
  /** Replaces the values; undefined shows everything. */
  setData(data: PlotData, range: Range | undefined): void;
}

/** Number of colors in `styles.css`. */
const colors = 6;

/** Patterns of lines in pixels, so that nobody has to tell colors apart. */
const dashes: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [12, 3, 2, 3]];

/** Name of the color and pattern of a series, by its position. */
export const styleOf = (index: number) => ({
  color: `--chart-${(index % colors) + 1}`,
  dash: [...(dashes[index % dashes.length] ?? [])],
});

const second = 1000;
const day = 86_400 * second;

/** Formats a time. Hours count to 24. */
export function timeFormat(zone: Zone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = zone === 'UTC' ? { timeZone: zone } : {};
  return new Intl.DateTimeFormat('en-US', { ...options, ...timeZone, hourCycle: 'h23' });
}

/** Labels of the time axis. The first one, and those of a new day, have the date in a second line. */
function tickLabels(zone: Zone, times: readonly number[], step: number): string[] {
  const date = timeFormat(zone, { month: 'short', day: 'numeric' });
  if (step >= 28 * day) {
    const month = timeFormat(zone, { month: 'short', year: 'numeric' });
    return times.map((time) => month.format(time));
  }
  if (step >= day) return times.map((time) => date.format(time));
  const clock = timeFormat(zone, {
    hour: '2-digit',
    minute: '2-digit',
    ...(step < 60 * second && { second: '2-digit' }),
    ...(step < second && { fractionalSecondDigits: 3 }),
  });
  let shown = '';
  return times.map((time) => {
    const today = date.format(time);
    const isNew = today !== shown;
    shown = today;
    return isNew ? `${clock.format(time)}\n${today}` : clock.format(time);
  });
}

/** Values from this one on, and steps below the second one, are written with an exponent: `1.5E8`. */
const plain = { most: 1e7, least: 1e-4 };

/**
 * Labels of the value axis, in the locale of the page: as few digits as show the step between them.
 * @param step positive
 */
export function valueLabels(values: readonly number[], step: number): string[] {
  const largest = Math.max(...values.map(Math.abs));
  const isPlain = largest < plain.most && step >= plain.least;
  const digits = Math.ceil(Math.log10(isPlain ? 1 / step : largest / step)) + 1;
  const format = new Intl.NumberFormat(
    'en-US',
    isPlain
      ? { maximumFractionDigits: Math.max(0, digits) }
      : { notation: 'scientific', maximumSignificantDigits: Math.min(Math.max(1, digits), 17) },
  );
  return values.map((value) => (value === 0 ? '0' : format.format(value)));
}

/** Space around a single time. */
const margin = 1800 * second;

const fontSize = 12;

/** Draws the number of each series at its last value in view, so that lines can be told apart without color. */
function drawNumbers(plot: uPlot, font: string, color: (name: string) => string): void {
  const { ctx, data, series, scales } = plot;
  const { min, max } = scales.x ?? {};
  if (series.length < 3 || typeof min !== 'number' || typeof max !== 'number') return;
  const times = data[0];
  ctx.save();
  ctx.font = `600 ${fontSize * uPlot.pxRatio}px ${font}`;
  ctx.textBaseline = 'middle';
  for (const [index, values] of data.slice(1).entries()) {
    let at = times.length - 1;
    while (at >= 0 && (typeof values[at] !== 'number' || (times[at] ?? 0) > max)) at -= 1;
    const time = times[at];
    const value = values[at];
    if (!series[index + 1]?.show || time === undefined || time < min) continue;
    if (typeof value !== 'number') continue;
    ctx.fillStyle = color(styleOf(index).color);
    const x = plot.valToPos(time, 'x', true) + 6 * uPlot.pxRatio;
    ctx.fillText(String(index + 1), x, plot.valToPos(value, 'y', true));
  }
  ctx.restore();
}

/** Draws time series into an element, in its colors and font. */
export function createPlot(target: HTMLElement, options: PlotOptions): Plot {
  const { label, zone, hidden, range, onCursor, onRange } = options;
  const styles = getComputedStyle(target);
  const color = (name: string) => styles.getPropertyValue(name).trim();
  const font = `${fontSize}px ${styles.fontFamily}`;
  let { data } = options;
  const axis: uPlot.Axis = {
    font,
    stroke: () => color('--docs-muted'),
    grid: { stroke: () => color('--docs-line'), width: 1 },
    ticks: { stroke: () => color('--docs-line'), width: 1 },
  };
  const draw = new uPlot(
    {
      width: Math.max(target.clientWidth, 1),
      height: Math.max(target.clientHeight, 1),
      ms: 1,
      tzDate: (time) => (zone === 'UTC' ? uPlot.tzDate(new Date(time), zone) : new Date(time)),
      padding: [8, data.isolated.length > 1 ? 24 : 12, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false }, points: { size: 9 } },
      scales: {
        x: {
          range: (_, min, max) => (min === max ? [min - margin, max + margin] : [min, max]),
          ...range,
        },
      },
      axes: [
        { ...axis, space: 72, values: (_, times, __, ___, step) => tickLabels(zone, times, step) },
        {
          ...axis,
          values: (_, values, __, ___, step) => valueLabels(values, step),
          label,
          labelFont: font,
          labelSize: 22,
          size: (_, values: readonly string[] | null) =>
            16 + 7 * Math.max(3, ...(values ?? []).map((text) => text.length)),
        },
      ],
      series: [
        {},
        ...data.isolated.map((_, index): uPlot.Series => {
          const style = styleOf(index);
          return {
            show: !hidden.has(index),
            stroke: () => color(style.color),
            width: 2,
            dash: style.dash,
            points: {
              size: 6,
              fill: () => color(style.color),
              filter: (_plot, position, isShown) =>
                isShown ? null : [...(data.isolated[position - 1] ?? [])],
            },
          };
        }),
      ],
      hooks: {
        setCursor: [({ cursor }) => onCursor(cursor.idx ?? undefined)],
        setScale: [
          ({ scales, data: [times] }, key) => {
            const { min, max } = scales.x ?? {};
            if (key !== 'x' || typeof min !== 'number' || typeof max !== 'number') return;
            const isAll = min <= (times[0] ?? min) && max >= (times[times.length - 1] ?? max);
            onRange(isAll ? undefined : { min, max });
          },
        ],
        draw: [(plot) => drawNumbers(plot, styles.fontFamily, color)],
      },
    },
    data.aligned,
    target,
  );
  if (range) draw.setScale('x', { ...range });
  return {
    draw,
    setData: (next, shown) => {
      data = next;
      draw.setData(next.aligned, shown === undefined);
      if (shown) draw.setScale('x', { ...shown });
    },
  };
}
