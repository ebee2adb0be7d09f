import React, { useState, type ReactNode } from 'react';
import type { Series } from './time-series';
import { valueText } from './export';
import { timeFormat, type Range, type Zone } from './plot';

/** Rows at a time: thousands would freeze the page. */
const rows = 100;

interface Props {
  readonly series: readonly Series[];
  readonly names: readonly string[];
  /** Column of the values. */
  readonly label: string;
  readonly zone: Zone;
  /** Part of the time axis in view; undefined for everything. */
  readonly range: Range | undefined;
}

/** The values in view as a table, newest first. */
export default function Table({ series, names, label, zone, range }: Props): ReactNode {
  const [first, setFirst] = useState(0);
  const points = series
    .flatMap((one, index) => one.points.map((point) => ({ ...point, name: names[index] ?? '' })))
    .filter(({ at }) => !range || (at >= range.min && at <= range.max))
    .sort((a, b) => b.at - a.at);
  const start = first < points.length ? first : 0;
  const shown = points.slice(start, start + rows);
  const end = start + shown.length;
  const time = timeFormat(zone, { dateStyle: 'medium', timeStyle: 'medium' });
  const page = (label: string, next: number, isPossible: boolean) => (
    <button
      type="button"
      className="control control--small"
      aria-disabled={!isPossible}
      onClick={() => isPossible && setFirst(next)}
    >
      {label}
    </button>
  );
  return (
    <>
      <div className="chart__rows" role="group" aria-label="Values" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{`Time (${zone === 'UTC' ? 'UTC' : 'local'})`}</th>
              <th scope="col">Node</th>
              <th scope="col">{label}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ at, name, value }, index) => (
              <tr key={start + index}>
                <td>
                  <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time>
                </td>
                <td>{name}</td>
                <td>{valueText(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="chart__buttons">
        <span role="status">
          {shown.length === 0
            ? 'No values in view'
            : `${start + 1} to ${end} of ${points.length}, newest first`}
        </span>
        {points.length > rows && (
          <>
            {page('Newer', Math.max(0, start - rows), start > 0)}
            {page('Older', end, end < points.length)}
          </>
        )}
      </p>
    </>
  );
}
