import { outlines, plants, shapes } from '../../src/contracts/greenhouse';
import { parts, litPart, type PartName } from './parts';
import { group, line, row, shape, type Palette } from './svg';

const lineArt = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } as const;

/** A conifer on the horizon. */
const tree = (x: number, y: number, size: number) =>
  group(
    { transform: `translate(${x} ${y}) scale(${size})` },
    line('M0 0V-6M-9-6L0-20L9-6ZM-7-15L0-28L7-15M-5-24L0-35L5-24'),
  );

const cloud = (x: number, y: number, size: number) =>
  line('M0 0a7 7 0 0 1 1-14a11 11 0 0 1 20-4a8 8 0 0 1 13 5a6.5 6.5 0 0 1 1 13Z', {
    transform: `translate(${x} ${y}) scale(${size})`,
  });

/** Sky, hills, fence and ground. */
const environment = ({ faint, line: color, surface, platform }: Palette) =>
  group(
    { stroke: faint },
    shape('circle', { cx: 12, cy: 40, r: 13, fill: surface }),
    cloud(52, 36, 0.8),
    cloud(-150, 118, 1),
    cloud(430, 100, 0.9),
    line(
      'M-400 158C-320 120-250 116-170 140S-40 150 20 126S150 96 240 124S320 76 372 80S620 150 720 120V176H-400Z',
      {
        fill: faint,
        'fill-opacity': 0.3,
      },
    ),
    line(
      'M-400 168C-330 150-240 160-150 158S40 148 110 150S300 156 340 148S560 160 720 146V176H-400Z',
      {
        fill: faint,
        'fill-opacity': 0.35,
      },
    ),
    tree(-170, 158, 1),
    tree(-152, 159, 0.75),
    tree(2, 154, 0.8),
    tree(344, 150, 0.9),
    tree(360, 150, 0.65),
    tree(462, 154, 1),
    tree(480, 156, 0.7),
    line('M-400 161H-104M-400 169H-104M440 161H720M440 169H720'),
    row({ from: -396, to: -108, step: 12 }, (x) => line(`M${x} 176V158l3-3l3 3V176`)),
    row({ from: 444, to: 720, step: 12 }, (x) => line(`M${x} 176V158l3-3l3 3V176`)),
    line('M-400 176H720V260H-400Z', { fill: faint, 'fill-opacity': 0.3, stroke: 'none' }),
    group({ stroke: color }, line('M-400 176H720')),
    line(
      'M178 182h26M204 187h30M228 182.5h20M-120 184h12M-90 181h6M40 183h18M66 186h8M330 184h20M356 181h7M430 184h14',
    ),
    group({ stroke: platform }, cloud(318, 54, 1)),
  );

const plant = (x: number, size: number, { leaf, surface, line: color }: Palette) =>
  group(
    { transform: `translate(${x} ${164 - 6 * size}) scale(${size})` },
    group(
      { stroke: leaf },
      line(outlines.stem),
      group({ fill: leaf, 'fill-opacity': 0.55 }, ...outlines.leaves.map((d) => line(d))),
      line('M0-12L-13-22M0-20L12-30M0-34V-46', { 'stroke-opacity': 0.5 }),
    ),
    line('M-8-7H8L6 6H-6Z', { fill: surface, stroke: color }),
    line('M-9.5-10H9.5V-6H-9.5Z', { fill: surface, stroke: color }),
  );

/** A basket that hangs from the pipe. */
const basket = (x: number, { leaf, surface }: Palette) =>
  group(
    { transform: `translate(${x} 84)` },
    line('M0 0V5M0 5L-7 14M0 5L7 14'),
    line('M-8 14H8a8 8 0 0 1-16 0Z', { fill: surface }),
    group(
      { stroke: leaf, fill: leaf, 'fill-opacity': 0.55 },
      line('M-6 14C-13 12-14 20-12 24C-8 22-6 19-6 14Z'),
      line('M6 14C13 12 15 19 14 26C9 23 6 20 6 14Z'),
      line('M-3 14C-4 8 0 6 2 5C4 8 2 12 1 14Z'),
    ),
  );

/** The house, without the parts that can be lit. */
const house = (palette: Palette) => {
  const { faint, surface, line: color, leaf } = palette;
  return group(
    { stroke: color },
    line(outlines.glass, { fill: surface, stroke: 'none' }),
    group(
      { stroke: faint },
      line(
        'M71 78.5V92M117 51.5V92M163 51.5V92M209 78.5V92M94 92V166M140 92V166M186 92V166M48 128H192',
      ),
      line('M58 122L72 102M64 126L72 114.5M104 120L118 100M150 122L164 102M156 126L164 114.5'),
      line('M78 84L90 72M196 86L204 78'),
    ),
    line('M94 65L87 52L110 38.5L117 51.5M100 46L104 58'),
    line(outlines.pipe),
    line('M72 84v4M104 84v4M168 84v4M216 84v4'),
    line(
      'M50 164C52 140 66 134 74 150C80 124 98 126 102 146C108 128 126 128 132 148C140 130 158 130 164 148C170 134 186 136 190 164Z',
      { fill: leaf, 'fill-opacity': 0.14, stroke: 'none' },
    ),
    basket(86, palette),
    plant(60, 0.6, palette),
    ...plants.map(({ x, size }) => plant(x, size * 0.95, palette)),
    group(
      { stroke: leaf, fill: leaf, 'fill-opacity': 0.55 },
      line('M177 172C174 150 181 132 177 108', { fill: 'none' }),
      line(
        'M176 154C168 153 165 148 165 144C171 144 175 147 176 154ZM178 142C186 141 188 136 188 132C182 132 178 136 178 142ZM178 128C170 127 168 122 168 118C174 118 178 121 178 128ZM178 116C185 115 186 110 186 106C181 106 178 110 178 116Z',
      ),
    ),
    line('M48 164H192V176H48ZM222 164H232V176H222Z', { fill: surface }),
    line(
      'M48 170H192M60 164V170M84 164V170M108 164V170M132 164V170M156 164V170M180 164V170M72 170V176M96 170V176M120 170V176M144 170V176M168 170V176',
      { stroke: faint },
    ),
    line(outlines.frame),
    line('M44 95L140 34L236 95'),
    shape('circle', { cx: 140, cy: 31, r: 2.5 }),
  );
};

/** What is around the house: thermometer, barrel, cables. */
const yard = ({ faint, surface, line: color }: Palette) =>
  group(
    { stroke: color },
    line('M25 58V176M16 176H34'),
    shape('rect', { x: 13, y: 58, width: 24, height: 116, rx: 5, fill: surface }),
    shape('rect', { ...shapes.tube, fill: surface }),
    line('M33 76h2M33 86h2M33 96h2M33 106h2M33 116h2M33 126h2M33 136h2'),
    shape('circle', { ...shapes.bulb, fill: color, 'fill-opacity': 0.5 }),
    line('M25 158V112'),
    line('M-24 142H-12V173a3 3 0 0 0 3 3'),
    line('M296 160H316'),
    line('M316 132C313 146 313 162 317 176H353C357 162 357 146 354 132Z', { fill: surface }),
    line('M315 142H355M315 166H355', { stroke: faint }),
    line('M320 150q3.5-2.5 7 0t7 0t7 0t7 0', { stroke: faint }),
    shape('ellipse', { cx: 335, cy: 132, rx: 19, ry: 3.5, fill: surface }),
  );

/** The scene, with no part lit. */
export function drawing(palette: Palette): string {
  const { antenna, lamp, door, pump, panel, logger } = parts;
  const body = [yard(palette), house(palette)].join('');
  const own = [lamp, door, pump, panel, logger, antenna].map((part) => part.body(palette));
  return group(
    lineArt,
    environment(palette),
    body,
    group({ color: palette.line, stroke: 'currentColor' }, ...own),
  );
}

/** A lit part, to draw over the scene. */
export const litDrawing = (name: PartName, palette: Palette): string =>
  group({ ...lineArt, color: palette.live, stroke: 'currentColor' }, litPart(name, palette));
