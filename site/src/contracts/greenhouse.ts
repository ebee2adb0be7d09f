/**
 * Outlines of the greenhouse as SVG paths, in the units of a view box of 320 by 196: the drawing of the simulated device, and
 * the pictures of the guides, which add an environment and details (`content/greenhouse`).
 */
export const outlines = {
  ground: 'M6 176H314',
  glass: 'M48 176V92L140 38L232 92V176Z',
  frame: 'M48 176V92L140 38L232 92V176M48 92H232M94 65V92M186 65V92M140 38V58',
  stem: 'M0 0V-34',
  leaves: [
    'M0-12C-14-12-18-22-18-26C-8-26 0-22 0-12Z',
    'M0-20C13-20 17-30 17-34C8-34 0-30 0-20Z',
    'M0-32C-7-38-6-46 0-52C6-46 7-38 0-32Z',
  ],
  lamp: 'M132 58H148L154 74H126Z',
  light: 'M128 74H152L190 176H90Z',
  openDoor: 'M192 176V112L214 120V188Z',
  closedDoor: 'M192 176V112H222V176Z',
  pipe: 'M276 138V84H64',
  drops: 'M72 92v8M104 92v8M168 92v8M88 104v8M120 104v8M152 104v8',
  mast: 'M232 92V46',
  waves: 'M242 36a12 12 0 0 1 0 16M249 30a21 21 0 0 1 0 28',
} as const;

/** The plants, from left to right. They grow from the ground, at 176. */
export const plants = [
  { x: 78, size: 0.95 },
  { x: 112, size: 1.25 },
  { x: 152, size: 1.1 },
] as const;

/** The other shapes, with the names of their SVG attributes. */
export const shapes = {
  pump: { x: 258, y: 138, width: 38, height: 38, rx: 6 },
  wheel: { cx: 277, cy: 157, r: 10 },
  tube: { x: 20, y: 66, width: 10, height: 96, rx: 5 },
  bulb: { cx: 25, cy: 160, r: 9 },
  led: { cx: 232, cy: 44, r: 4.5 },
} as const;

const tube = { top: 72, bottom: 150 };

/** Top of the column of the thermometer, whose scale has two temperatures at its ends. */
export function columnTop(temperature: number, lowest: number, highest: number): number {
  const part = (temperature - lowest) / (highest - lowest);
  return tube.bottom - Math.min(1, Math.max(0, part)) * (tube.bottom - tube.top);
}
