import uPlot, { type AlignedData } from 'uplot';
import type { Point, Series } from '@site/src/runner/time-series';

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
