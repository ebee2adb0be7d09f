import { useMemo, useState, type KeyboardEvent } from 'react';
import type { Plot, Range } from './plot';
import type { ZoomStep } from './Tools';

/** Factor of a step of zoom, and part of the view that a step to the side moves. */
const step = { zoom: 2, move: 0.5 } as const;

/** Shortest part of the time axis, in milliseconds. */
const shortest = 1000;

interface Options {
  /** Times of the values, oldest first, in milliseconds. */
  readonly times: ArrayLike<number>;
  /** Returns whether a shown line has a value at the time with this index. */
  readonly hasValue: (index: number) => boolean;
  /** Called with the index of the time that the keyboard has moved to. */
  readonly onWalk: (index: number) => void;
}

/** The part of the time axis in view and the time under the pointer, with the buttons and keys that change them. */
export interface View extends Range {
  /** The part in view; undefined for everything. */
  readonly range: Range | undefined;
  /** Index of the time under the pointer. */
  readonly cursor: number | undefined;
  readonly plot: Plot | undefined;
  readonly setRange: (range: Range | undefined) => void;
  readonly setCursor: (index: number | undefined) => void;
  readonly setPlot: (plot: Plot | undefined) => void;
  readonly steps: readonly ZoomStep[];
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export default function useView({ times, hasValue, onWalk }: Options): View {
  const [plot, setPlot] = useState<Plot>();
  const [range, setRange] = useState<Range>();
  const [cursor, setCursor] = useState<number>();
  const all = useMemo(() => ({ min: times[0] ?? 0, max: times[times.length - 1] ?? 0 }), [times]);
  const { min, max } = range ?? all;

  /** Shows a part of the time axis, within the data. */
  const show = (from: number, to: number) => {
    const length = Math.min(Math.max(to - from, shortest), all.max - all.min);
    const start = Math.min(Math.max(from, all.min), all.max - length);
    plot?.draw.setScale('x', { min: start, max: start + length });
  };
  const zoom = (factor: number) => {
    const center = cursor === undefined ? (min + max) / 2 : (times[cursor] ?? min);
    show(center - (center - min) * factor, center + (max - center) * factor);
  };
  const zoomIn = () => zoom(1 / step.zoom);
  const zoomOut = () => zoom(step.zoom);
  const move = (part: number) => show(min + (max - min) * part, max + (max - min) * part);
  const earlier = () => move(-step.move);
  const later = () => move(step.move);
  const showAll = () => show(all.min, all.max);
  const isZoomed = range !== undefined;
  const steps: readonly ZoomStep[] = [
    { name: 'Zoom in', act: zoomIn, isPossible: max - min > shortest },
    { name: 'Zoom out', act: zoomOut, isPossible: isZoomed },
    { name: 'Earlier', act: earlier, isPossible: min > all.min },
    { name: 'Later', act: later, isPossible: max < all.max },
    { name: 'Show all', act: showAll, isPossible: isZoomed },
  ];

  /** Moves the cursor to the next or previous value in view. */
  const walk = (direction: 1 | -1) => {
    const inView = (index: number) => (times[index] ?? NaN) >= min && (times[index] ?? NaN) <= max;
    let next = cursor ?? (direction === 1 ? -1 : times.length);
    do next += direction;
    while (next >= 0 && next < times.length && !(inView(next) && hasValue(next)));
    const time = times[next];
    if (time === undefined) return;
    plot?.draw.setCursor({ left: plot.draw.valToPos(time, 'x'), top: 0 }, false);
    setCursor(next);
    onWalk(next);
  };
  const keys: Readonly<Record<string, () => void>> = {
    '+': zoomIn,
    '=': zoomIn,
    '-': zoomOut,
    '0': showAll,
    ArrowLeft: () => walk(-1),
    ArrowRight: () => walk(1),
    'Shift+ArrowLeft': earlier,
    'Shift+ArrowRight': later,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isMove = event.shiftKey && event.key.startsWith('Arrow');
    const act = keys[isMove ? `Shift+${event.key}` : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return { min, max, range, cursor, plot, setRange, setCursor, setPlot, steps, onKeyDown };
}
