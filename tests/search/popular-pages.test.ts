import { expect, it } from 'vitest';
import { popularPages } from '../../site/src/features/search/popular-pages.ts';
import { readPage, texts } from '../support/built-site.ts';

it.each(popularPages)('the popular page $title exists', ({ path, title }) => {
  expect(texts(readPage(path), 'h1')).toEqual([title]);
});
