import type { PartName } from './parts';
import { drawing, litDrawing } from './scene';
import type { Palette } from './svg';

/** A part of the scene: its center, and pixels for each unit of the scene. */
interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Attributes of an `svg` element. */
interface Frame {
  readonly viewBox: string;
  /** Lines have the same width in each picture. */
  readonly strokeWidth: number;
}

/** Size of a picture in a guide, in pixels. */
export const pictureSize: Size = { width: 708, height: 160 };

/** What a picture shows that lights a part. On phones, only the middle of a picture is visible. */
export const views: Readonly<Record<PartName, View>> = {
  antenna: { x: 224, y: 57, zoom: 2.35 },
  lamp: { x: 140, y: 85, zoom: 2.15 },
  door: { x: 186, y: 142, zoom: 1.9 },
  pump: { x: 250, y: 143, zoom: 2.15 },
  panel: { x: -18, y: 140, zoom: 2 },
  logger: { x: 342, y: 137, zoom: 1.9 },
};

/** The whole greenhouse. */
const whole: View = { x: 168, y: 104, zoom: 1.4 };

/** Width of lines in pixels, in a guide. On cards, which are shown smaller than they are, lines are wider. */
const lineWidth = 1.75;
const cardLineWidth = 2.6;

const rounded = (value: number) => Math.round(value * 100) / 100;

/** The frame of a picture of a given size. Another size than {@link pictureSize} shows more or less around the same center. */
export function frameOf(
  part: PartName | undefined,
  size = pictureSize,
  { scale = 1, width: stroke = lineWidth } = {},
): Frame {
  const { x, y, zoom: own } = part === undefined ? whole : views[part];
  const zoom = own * scale;
  const [width, height] = [size.width / zoom, size.height / zoom];
  return {
    viewBox: [x - width / 2, y - height / 2, width, height].map(rounded).join(' '),
    strokeWidth: rounded(stroke / zoom),
  };
}

/** The custom properties of the site (`src/css/site.css`) that the pictures read. */
const pagePalette: Palette = {
  surface: 'var(--ifm-background-color)',
  line: 'var(--docs-muted)',
  faint: 'var(--docs-line)',
  leaf: 'var(--docs-leaf)',
  live: 'var(--docs-live)',
  platform: 'var(--ifm-color-primary)',
};

/** Names of these custom properties. */
export const pictureProperties = Object.values(pagePalette).map((value: string) =>
  value.slice('var('.length, -1),
);

/** Class of the element that shows a picture. */
export const pictureClass = 'greenhouse';

const partNames = Object.keys(views) as PartName[];

/** Content of the `svg` element of a picture on a page: the scene, and the lit part over it. */
export const pictureContent = (part: PartName): string =>
  drawing(pagePalette) + litDrawing(part, pagePalette);

/** Whether a value is the name of a part. */
export const isPartName = (value: unknown): value is PartName =>
  partNames.some((name) => name === value);

/**
 * Draws a picture with constant colors.
 * @param part the lit part; undefined for the whole greenhouse, with its lamp and antenna lit
 */
export function pictureSvg(part: PartName | undefined, size: Size, palette: Palette): string {
  const scale = part === undefined ? 1 : size.width / pictureSize.width;
  const { viewBox, strokeWidth } = frameOf(part, size, { scale, width: cardLineWidth });
  const litParts: readonly PartName[] = part === undefined ? ['lamp', 'antenna'] : [part];
  return [
    `<svg width="${size.width}" height="${size.height}" viewBox="${viewBox}" stroke-width="${strokeWidth}">`,
    drawing(palette),
    ...litParts.map((name) => litDrawing(name, palette)),
    '</svg>',
  ].join('');
}
