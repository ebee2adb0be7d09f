import { expect, it } from 'vitest';
import { HtmlFile } from './html-file';
import { addSocialCard } from './social-cards';
import { withoutAddress } from './static-html';

const title = '<meta data-rh=true property=og:title content="Page Not Found | Docs">';
const icon = '<link data-rh=true rel=icon href=/img/favicon.svg>';
const address = 'https://docs.example.com/404.html/';
const html =
  `<meta data-rh=true property=og:url content=${address}>${title}${icon}` +
  `<link data-rh=true rel=canonical href=${address}>` +
  `<link data-rh=true rel=alternate href=${address} hreflang=en>` +
  `<link data-rh=true rel=alternate href=${address} hreflang=x-default>`;

it('the not-found page has no URL, and thus no social card', () => {
  const page = new HtmlFile(withoutAddress(html));
  expect(addSocialCard(page)).toBeUndefined();
  expect(page.toString()).toBe(title + icon);
});
