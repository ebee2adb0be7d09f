/** Colors of the drawing: custom properties on a page, constants on a social card. */
export interface Palette {
  /** Surfaces: glass, boxes, paper. */
  readonly surface: string;
  readonly line: string;
  /** Lines and areas in the distance. */
  readonly faint: string;
  readonly leaf: string;
  /** The lit part. */
  readonly live: string;
  readonly platform: string;
}

type Attributes = Readonly<Record<string, string | number>>;

const write = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

/** An SVG element without content. */
export const shape = (name: string, attributes: Attributes): string =>
  `<${name}${write(attributes)}/>`;

/** An SVG path. */
export const line = (d: string, attributes: Attributes = {}): string =>
  shape('path', { d, ...attributes });

/** An SVG group. */
export const group = (attributes: Attributes, ...content: readonly string[]): string =>
  `<g${write(attributes)}>${content.join('')}</g>`;

/** One copy of a shape for each position. @param draw returns the shape at an x */
export const row = (
  { from, to, step }: { readonly from: number; readonly to: number; readonly step: number },
  draw: (x: number) => string,
): string => {
  const count = Math.floor((to - from) / step) + 1;
  return Array.from({ length: count }, (_, index) => draw(from + index * step)).join('');
};
