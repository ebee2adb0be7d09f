import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import type { Root } from 'hast';
import { select } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import type { PartName } from '../content/greenhouse/parts';
import { isPartName, pictureClass, pictureSvg } from '../content/greenhouse/pictures';
import type { HtmlFile } from './html-file';

/** Content of the card of a page. */
export interface Card {
  readonly title: string;
  /** Part of the site, such as `Platform API`. */
  readonly section: string;
  readonly description: string;
  /** Method and path of an operation. */
  readonly operation?: { readonly method: string; readonly path: string };
  /** The lit part of the greenhouse at the bottom of the card, or all of the greenhouse. */
  readonly picture?: PartName | 'whole';
}

/** Size of a card in pixels, which Open Graph consumers show without cropping. */
export const cardSize = { width: 1200, height: 630 } as const;

const margin = 80;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Content of a `meta` element of a page; empty if there is none. */
const metaContent = (tree: Root, attribute: string) =>
  select(`meta[${attribute}]`, tree)?.properties.content ?? '';

/** Text of the first element that matches; undefined if there is none. */
function textOf(tree: Root, selector: string): string | undefined {
  const element = select(selector, tree);
  return element && toString(element);
}

/** The picture of a page: the one that it shows, and the whole greenhouse for the home page. */
function pictureOf(tree: Root): Card['picture'] {
  if (select('.home-page', tree)) return 'whole';
  const part = select(`.${pictureClass}`, tree)?.properties.dataPart;
  return isPartName(part) ? part : undefined;
}

/** Reads the content of the card of a page. */
export function cardOf({ tree }: HtmlFile): Card {
  const [full = ''] = metaContent(tree, 'property="og:title"').split(' | ');
  const [title = '', section = 'Documentation'] = full.split(' · ');
  const method = textOf(tree, '.endpoint__method');
  const address = textOf(tree, '.endpoint__url code');
  const picture = pictureOf(tree);
  return {
    title,
    section,
    description: metaContent(tree, 'name="description"'),
    ...(method !== undefined &&
      address !== undefined && { operation: { method, path: new URL(address).pathname } }),
    ...(picture && { picture }),
  };
}

/** Breaks a text into lines; the last one ends with an ellipsis when the text is longer. */
function lines(text: string, characters: number, limit: number): string[] {
  const all: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = all.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= characters) {
      all[all.length - 1] = `${last} ${word}`;
    } else all.push(word);
  }
  return all.length <= limit
    ? all
    : all.slice(0, limit).map((line, index) => (index === limit - 1 ? `${line} …` : line));
}

/** The logo (`static/img/logo-dark.svg`) in its 32 units. */
const logo =
  '<path d="M16 3 4.5 27h5.2L16 13.2 22.3 27h5.2z" fill="#3bc9db"/><circle cx="16" cy="23" r="3.4" fill="#ffa94d"/>';

const pictureHeight = 220;

/** The picture at the bottom of a card, as wide as the card. */
function pictureBand(picture: NonNullable<Card['picture']>): string {
  const { width, height } = cardSize;
  const top = height - pictureHeight;
  const svg = pictureSvg(
    picture === 'whole' ? undefined : picture,
    { width, height: pictureHeight },
    {
      surface: '#0b131b',
      line: '#a4b5c3',
      faint: '#263442',
      leaf: '#57b070',
      live: '#ffa94d',
      platform: '#3bc9db',
    },
  );
  return `<rect y="${top}" width="${width}" height="${pictureHeight}" fill="#131e29"/><g transform="translate(0 ${top})">${svg}</g>`;
}

/** Lines of a description: fewer where something is below it. */
const linesFor = ({ operation, picture }: Card) => (picture || operation ? 2 : 4);

/** Draws a card as SVG. Colors are those of the dark mode, the default. */
export function cardSvg(card: Card): string {
  const { title, section, description, operation, picture } = card;
  const { width, height } = cardSize;
  const titleLines = lines(title, 30, 2);
  const text = (x: number, y: number, style: string, content: string) =>
    `<text x="${x}" y="${y}" ${style}>${escaped(content)}</text>`;
  const titleTop = 268;
  const below = titleTop + (titleLines.length - 1) * 78 + 66;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Card text">`,
    `<rect width="${width}" height="${height}" fill="#0b131b"/>`,
    `<rect width="${width}" height="10" fill="#3bc9db"/>`,
    `<g transform="translate(${margin - 8} 62) scale(1.9)">${logo}</g>`,
    text(146, 108, 'font-size="36" font-weight="700" fill="#f1f6fa"', 'Anedya Docs'),
    text(margin, 190, 'font-size="28" fill="#3bc9db"', section),
    ...titleLines.map((line, index) =>
      text(
        margin,
        titleTop + index * 78,
        'font-size="68" font-weight="700" letter-spacing="-1.4" fill="#f1f6fa"',
        line,
      ),
    ),
    ...lines(description, 66, linesFor(card)).map((line, index) =>
      text(margin, below + index * 44, 'font-size="30" fill="#a4b5c3"', line),
    ),
    ...(operation
      ? [
          `<rect x="${margin}" y="496" width="${width - 2 * margin}" height="76" rx="14" fill="#131e29" stroke="#263442" stroke-width="2"/>`,
          `<text x="${margin + 28}" y="545" font-family="Card code" font-size="31"><tspan fill="#3bc9db">${escaped(operation.method)}</tspan><tspan dx="22" fill="#d9e3eb">${escaped(operation.path)}</tspan></text>`,
        ]
      : []),
    picture ? pictureBand(picture) : '',
    '</svg>',
  ].join('');
}

const fontFiles = ['card-text-400.ttf', 'card-text-700.ttf', 'card-code.ttf'].map((file) =>
  path.join(__dirname, 'fonts', file),
);

/** Renders a card as PNG, with the fonts of the site. */
export async function cardPng(svg: string): Promise<Uint8Array> {
  const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Card text' };
  return (await renderAsync(svg, { font })).asPng();
}

/**
 * Adds the social card to the head of a page, after its canonical link; pages without one, such as the not-found page, are
 * not shared. The URL is absolute, as Open Graph requires.
 * @returns the card; undefined for a page that is not shared
 */
export function addSocialCard(page: HtmlFile): Card | undefined {
  const [link] = page.find('link', { rel: 'canonical' });
  if (!link) return undefined;
  const card = cardOf(page);
  const { title, section, operation } = card;
  const alt = operation
    ? `${title}: ${operation.method} ${operation.path}`
    : `${title}, ${section}`;
  const image = `${link.attributes.get('href') ?? ''}card.png`;
  page.insert(
    link.end,
    `<meta property=og:image content=${image}><meta property=og:image:alt content="${escaped(alt)}">`,
  );
  return card;
}

/** Writes the card of a page next to its HTML file. */
export async function writeSocialCard(file: string, card: Card): Promise<void> {
  await writeFile(path.join(path.dirname(file), 'card.png'), await cardPng(cardSvg(card)));
}
