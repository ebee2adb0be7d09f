import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import ValuesPanel, { OwnValues } from './ValuesPanel';
import { valueFields } from './ValuesPanel/TextValue';
import { valueNames } from '../../requests/own-values';

const regions = ['ap-in-1', 'xx-9'];
const html = renderToStaticMarkup(createElement(OwnValues, { regions, onChange: () => undefined }));

it('has a field for every value', () => {
  expect(['region', ...valueFields.map(({ name }) => name)].sort()).toEqual([...valueNames].sort());
});

it('offers the given regions, and none', () => {
  const options = [...html.matchAll(/<option[^>]*>([^<]*)/g)].map(([, text]) => text);
  expect(options).toEqual(['Not set', 'ap-in-1', 'xx-9']);
});

it('offers the sandbox first', () => {
  const panel = renderToStaticMarkup(
    createElement(ValuesPanel, { regions, onClose: () => undefined }),
  );
  const radios = [...panel.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([tag]) => tag);
  expect(radios.map((tag) => tag.includes('checked'))).toEqual([true, false]);
  expect(panel).toContain('Start a sandbox project');
});

it('labels and describes every field', () => {
  const controls = [...html.matchAll(/<(?:input|select)[^>]*>/g)].map(([tag]) => tag);
  expect(controls).toHaveLength(valueNames.length);
  for (const control of controls) {
    const [, id = ''] = / id="([^"]+)"/.exec(control) ?? [];
    const [, hint = ''] = / aria-describedby="([^"]+)"/.exec(control) ?? [];
    expect(html).toContain(`<label for="${id}">`);
    expect(html).toContain(`<p id="${hint}"`);
  }
});

it('masks secrets, and disables autofill and spell checking', () => {
  const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag);
  const masked = inputs.map((tag) => tag.includes('type="password"'));
  expect(masked).toEqual(valueFields.map(({ isSecret }) => isSecret));
  for (const tag of inputs) {
    expect(tag.toLowerCase()).toMatch(/autocomplete="off".*spellcheck="false"/);
  }
  expect(html).not.toContain('<form');
});
