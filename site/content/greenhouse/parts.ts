import { outlines, shapes } from '../../src/contracts/greenhouse';
import { group, line, shape, type Palette } from './svg';

type Draw = (palette: Palette) => string;

interface Part {
  /** The part: its lines have `currentColor`. */
  readonly body: Draw;
  /** The part when it is lit, if it is then different. */
  readonly litBody?: Draw;
  /** What a lit part has behind it. */
  readonly glow: Draw;
}

/** Marks that lie on a surface, such as the sections of a door. */
const details = (d: string) => line(d, { 'stroke-opacity': 0.7 });

/** A tint of the color of the part. */
const tint = (d: string, opacity: number) =>
  line(d, { fill: 'currentColor', 'fill-opacity': opacity, stroke: 'none' });

/** Light around a point, in three steps. */
const halo = (cx: number, cy: number, radius: number) =>
  [1, 0.72, 0.46]
    .map((size) =>
      shape('circle', {
        cx,
        cy,
        r: Math.round(radius * size * 10) / 10,
        fill: 'currentColor',
        'fill-opacity': 0.06,
        stroke: 'none',
      }),
    )
    .join('');

/** Data on its way: dots along a line. */
const packets = (d: string) => line(d, { 'stroke-dasharray': '0 4.4' });

const antenna: Part = {
  body: () =>
    group(
      {},
      line(outlines.mast),
      line('M224 62H240M227 70H237M232 92L226 85.5M232 92L238 95.5'),
      shape('circle', { ...shapes.led, fill: 'currentColor' }),
    ),
  glow: () =>
    group(
      {},
      halo(232, 44, 27),
      line(outlines.waves),
      line('M222 36a12 12 0 0 0 0 16M215 30a21 21 0 0 0 0 28', { 'stroke-opacity': 0.75 }),
      line('M264 44H279L282 38.5L287 52L291.5 35L295 47.5L297 44H309'),
    ),
};

const lamp: Part = {
  body: ({ surface }) =>
    group(
      {},
      line('M140 40V58'),
      line(outlines.lamp, { fill: surface }),
      tint(outlines.lamp, 0.2),
      line('M135.5 74a4.5 4.5 0 0 0 9 0', { fill: 'currentColor' }),
      details('M137 63H143'),
    ),
  glow: () =>
    group(
      {},
      tint(outlines.light, 0.12),
      tint('M132 74H148L172 176H108Z', 0.14),
      line('M140 84V90M129 82L126 87.5M151 82L154 87.5', { 'stroke-opacity': 0.9 }),
    ),
};

const openDoor: Draw = ({ surface }) =>
  group(
    {},
    line(outlines.closedDoor, { fill: surface }),
    tint(outlines.closedDoor, 0.2),
    line(outlines.openDoor, { fill: surface }),
    tint(outlines.openDoor, 0.12),
    details('M196 121L210.5 126V147.5L196 144ZM203 123.5V146M196 151L210.5 154.5V179.5L196 174.5Z'),
    shape('circle', { cx: 211.6, cy: 151.5, r: 1, fill: 'currentColor' }),
    line('M218 111L222.5 104.5M209 108L210 100.5M224 117L231.5 113.5'),
  );

const door: Part = {
  body: ({ surface }) =>
    group(
      {},
      line(outlines.closedDoor, { fill: surface }),
      details(
        'M196.5 117H217.5V139H196.5ZM207 117V139M196.5 146H217.5V171H196.5ZM196.5 171L217.5 146',
      ),
      shape('circle', { cx: 219.6, cy: 143, r: 1, fill: 'currentColor' }),
    ),
  litBody: openDoor,
  glow: () => halo(207, 146, 48) + tint('M192 176H222L262 190H170Z', 0.16),
};

const wheelSpokes = [0, 60, 120]
  .map((angle) => {
    const [x, y] = [Math.cos((angle * Math.PI) / 180) * 10, Math.sin((angle * Math.PI) / 180) * 10];
    return `M${(277 - x).toFixed(1)} ${(157 - y).toFixed(1)}L${(277 + x).toFixed(1)} ${(157 + y).toFixed(1)}`;
  })
  .join('');

const pump: Part = {
  body: ({ surface }) =>
    group(
      {},
      shape('rect', { ...shapes.pump, fill: surface }),
      shape('rect', { ...shapes.pump, fill: 'currentColor', 'fill-opacity': 0.08, stroke: 'none' }),
      shape('rect', { x: 270, y: 131, width: 12, height: 7, rx: 1.5, fill: surface }),
      shape('circle', { ...shapes.wheel, fill: surface }),
      details(wheelSpokes),
      shape('circle', { cx: 277, cy: 157, r: 2.6, fill: 'currentColor' }),
      details('M263 143h2M289 143h2'),
      line('M264 171.5H290', { 'stroke-opacity': 0.3 }),
      line('M264 171.5H281'),
    ),
  glow: () =>
    group({}, halo(277, 157, 42), packets('M290 96V128'), line('M285 126.5L290 132L295 126.5')),
};

const panel: Part = {
  body: ({ surface }) =>
    group(
      {},
      line('M-76 152V176M-36 152V176M-82 176H-70M-42 176H-30'),
      shape('rect', { x: -88, y: 108, width: 64, height: 44, rx: 4, fill: surface }),
      shape('rect', {
        x: -88,
        y: 108,
        width: 64,
        height: 44,
        rx: 4,
        fill: 'currentColor',
        'fill-opacity': 0.08,
        stroke: 'none',
      }),
      details('M-82 117H-66M-82 130H-62M-82 143H-69'),
      shape('rect', {
        x: -44,
        y: 113,
        width: 14,
        height: 8,
        rx: 4,
        fill: 'currentColor',
        'fill-opacity': 0.25,
      }),
      shape('circle', { cx: -34, cy: 117, r: 2.2, fill: 'currentColor' }),
      line('M-54 130H-30'),
      shape('circle', { cx: -40, cy: 130, r: 3, fill: surface }),
      shape('rect', {
        x: -54,
        y: 138,
        width: 24,
        height: 9,
        rx: 2,
        fill: 'currentColor',
        'fill-opacity': 0.12,
      }),
      details('M-50 142.5H-44M-41 142.5H-38M-35 142.5H-34'),
    ),
  glow: () => halo(-56, 132, 56),
};

const logger: Part = {
  body: ({ surface }) =>
    group(
      {},
      line('M398 150V176M390 176H406'),
      line('M386 131V98a5 5 0 0 1 5-5h19a5 5 0 0 0-5 5V131Z', { fill: surface }),
      line('M410 93a5 5 0 0 1 5 5v2h-10', { fill: surface }),
      details('M390.5 102H400.5M390.5 108H398M390.5 114H400.5M390.5 120H396'),
      shape('rect', { x: 374, y: 128, width: 48, height: 22, rx: 4, fill: surface }),
      shape('rect', {
        x: 374,
        y: 128,
        width: 48,
        height: 22,
        rx: 4,
        fill: 'currentColor',
        'fill-opacity': 0.08,
        stroke: 'none',
      }),
      details('M382 133H409'),
      shape('circle', { cx: 414, cy: 142, r: 2, fill: 'currentColor' }),
      details('M382 142H396'),
    ),
  glow: () => halo(398, 124, 52),
};

export type PartName = 'antenna' | 'lamp' | 'door' | 'pump' | 'panel' | 'logger';

/** The parts of the greenhouse that a picture can light. */
export const parts: Readonly<Record<PartName, Part>> = {
  antenna,
  lamp,
  door,
  pump,
  panel,
  logger,
};

/** A part as it is lit. */
export function litPart(name: PartName, palette: Palette): string {
  const { glow, body, litBody = body } = parts[name];
  return glow(palette) + litBody(palette);
}
