import { describe, expect, it } from 'vitest';
import { pageLeave } from '../../src/proxy/page-origin.ts';

const allowed = new Set(['https://docs.anedya.io']);
const own = 'http://localhost:3000';
const leave = (origin?: string, fetchSite?: string, to = own) =>
  pageLeave({ origin, fetchSite, own: to }, allowed);

describe('pageLeave', () => {
  it('lets programs through, which send no origin', () => {
    expect(leave()).toBe('same');
    expect(leave(undefined, 'none')).toBe('same');
  });

  it('lets the own pages through', () => {
    expect(leave('http://localhost:3000', 'same-origin')).toBe('same');
    expect(leave('https://a', undefined, 'https://a:443')).toBe('same');
  });

  it('lets the own pages through where TLS ends before the server', () => {
    expect(leave('https://docs.example.org', 'same-origin', 'http://docs.example.org')).toBe(
      'same',
    );
    expect(leave('https://docs.example.org', undefined, 'http://docs.example.org')).toBe('refused');
  });

  it('lets the pages of the list read the answer', () => {
    expect(leave('https://docs.anedya.io', 'cross-site')).toEqual({
      cors: 'https://docs.anedya.io',
    });
  });

  it.each([
    ['https://example.org', 'cross-site'],
    ['http://localhost:3001', 'same-site'],
    ['https://localhost:3000', 'same-site'],
    ['http://docs.anedya.io', 'cross-site'],
    ['https://docs.anedya.io.example.org', undefined],
    ['https://docs.anedya.io/', undefined],
    ['https://docs.anedya.io, https://example.org', undefined],
    ['null', undefined],
    ['', undefined],
    [undefined, 'cross-site'],
  ])('refuses origin %s, site %s', (origin, fetchSite) => {
    expect(leave(origin, fetchSite)).toBe('refused');
  });

  it('refuses an origin where the request names no host of its own', () => {
    expect(leave('https://a', undefined, 'https://undefined/')).toBe('refused');
    expect(leave('null', undefined, 'not a url')).toBe('refused');
  });
});
