import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Root } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import { VFile } from 'vfile';
import { describe, expect, it } from 'vitest';
import { outlines, shapes } from '../../src/contracts/greenhouse';
import type { PartName } from './parts';
import { frameOf, pictureContent, pictureSvg, views } from './pictures';
import remarkGreenhouse from '.';

/** The part that each guide lights, and its center in the scene. */
const guides: readonly (readonly [file: string, part: PartName, x: number, y: number])[] = [
  ['heartbeat', 'antenna', shapes.led.cx, shapes.led.cy],
  ['commands/commands-intro', 'lamp', 140, 66],
  ['events/index', 'door', 207, 144],
  ['ota/index', 'pump', shapes.wheel.cx, shapes.wheel.cy],
  ['valuestore/valuestore-intro', 'panel', -56, 130],
  ['logs', 'logger', 398, 128],
];

const frontMatterOf = (file: string) =>
  readFileSync(path.join(__dirname, `../../docs/features/${file}.mdx`), 'utf8').split('\n---\n')[0];

function transformed(frontMatter: object): Root {
  const tree: Root = { type: 'root', children: [{ type: 'paragraph', children: [] }] };
  remarkGreenhouse()(tree, new VFile({ data: { frontMatter } }));
  return tree;
}

const attributesOf = ({ attributes }: MdxJsxFlowElement) =>
  Object.fromEntries(
    attributes.flatMap((one) => ('name' in one ? [[one.name, one.value]] : [])),
  ) as Record<string, unknown>;

describe('the pictures of the guides', () => {
  it.each(guides)('%s lights the %s', (file, part) => {
    expect(frontMatterOf(file)).toContain(`\ngreenhouse: ${part}`);
  });

  it('are one for each part', () => {
    expect(guides.map(([, part]) => part).sort()).toEqual(Object.keys(views).sort());
  });

  // On a phone, a picture shows the middle 55% of its width.
  it.each(guides)('%s shows the %s, also on a phone', (_file, part, x, y) => {
    const [left = 0, top = 0, width = 0, height = 0] = frameOf(part).viewBox.split(' ').map(Number);
    expect(Math.abs((x - left) / width - 0.5)).toBeLessThan(0.27);
    expect((y - top) / height).toBeGreaterThan(0.1);
    expect((y - top) / height).toBeLessThan(0.9);
  });

  it('have lines of the same width', () => {
    const widths = Object.entries(views).map(
      ([part, { zoom }]) => frameOf(part as PartName).strokeWidth * zoom,
    );
    for (const width of widths) expect(width).toBeCloseTo(1.75, 1);
  });

  it.each(guides)('%s draws the house once, in the colors of the page', (_file, part) => {
    const content = pictureContent(part);
    for (const text of [
      outlines.glass,
      outlines.frame,
      outlines.pipe,
      'color="var(--docs-live)"',
    ]) {
      expect(content.split(text)).toHaveLength(2);
    }
    expect(content).not.toMatch(/#[0-9a-f]{3,6}\b/);
  });
});

describe('remarkGreenhouse', () => {
  it('puts the picture before the text: the scene, then the lit part', () => {
    const [picture, text] = transformed({ greenhouse: 'pump' }).children;
    const svg = picture as MdxJsxFlowElement;
    expect(attributesOf(svg)).toMatchObject({
      className: 'greenhouse',
      'data-part': 'pump',
      viewBox: frameOf('pump').viewBox,
      'aria-hidden': 'true',
    });
    expect(JSON.stringify(svg.attributes)).toContain(
      JSON.stringify({ type: 'Literal', value: pictureContent('pump') }),
    );
    expect(text?.type).toBe('paragraph');
  });

  it('leaves other guides as they are', () => {
    expect(transformed({}).children).toHaveLength(1);
  });

  it('fails the build for a part that is not drawn', () => {
    expect(() => transformed({ greenhouse: 'roof' })).toThrow('greenhouse: "roof" is not a part');
  });
});

describe('pictureSvg', () => {
  const palette = { surface: 'a', line: 'b', faint: 'c', leaf: 'd', live: 'e', platform: 'f' };

  it('has constant colors, and a lit part', () => {
    const svg = pictureSvg('door', { width: 1200, height: 220 }, palette);
    expect(svg).not.toContain('var(');
    expect(svg.match(/color="e"/g)).toHaveLength(1);
  });

  it('shows the whole greenhouse with two lit parts', () => {
    const svg = pictureSvg(undefined, { width: 1200, height: 220 }, palette);
    expect(svg.match(/color="e"/g)).toHaveLength(2);
  });
});
