import React, { useEffect, useRef, type ReactNode } from 'react';
import { createPlot, type Plot, type PlotOptions } from './plot';
import 'uplot/dist/uPlot.min.css';

interface Props extends PlotOptions {
  /** Receives the drawing when it is created. */
  readonly onPlot: (plot: Plot | undefined) => void;
}

/** The canvas. It is created again when something other than its values changes. */
export default function Drawing({ data, range, ...options }: Props): ReactNode {
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
