import { expect, it } from 'vitest';
import { HtmlFile } from './html-file';
import { addEndTags } from './static-html';

const withEndTags = (html: string) => {
  const page = new HtmlFile(html);
  addEndTags(page);
  return page.toString();
};

it.each([
  ['<p>One<p>Two', '<p>One</p><p>Two</p>'],
  ['<ul><li>One<li><p>Two</ul>', '<ul><li>One</li><li><p>Two</p></li></ul>'],
  [
    '<table><thead><tr><th>A<tbody><tr><td>1<td></table>',
    '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td><td></td></tr></tbody></table>',
  ],
  ['<select><option>A<option>B</select>', '<select><option>A</option><option>B</option></select>'],
  ['<p>One<br>two<img src=a>', '<p>One<br>two<img src=a></p>'],
  ['<svg><circle r=1 /><path d=M0></path></svg>', '<svg><circle r=1 /><path d=M0></path></svg>'],
])('adds the end tags that %s omits', (omitted, complete) => {
  const page = (content: string) =>
    `<!doctype html><html lang=en><title>A</title><div>${content}</div>`;
  expect(withEndTags(page(omitted))).toBe(page(complete));
  expect(withEndTags(page(complete))).toBe(page(complete));
});
