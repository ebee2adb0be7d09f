import { expect, it } from 'vitest';
import { withDefaultMode } from '../../delivery/default-mode';

it('a page without scripts is dark', () => {
  expect(withDefaultMode('<!doctype html><html lang=en data-has-hydrated=false><p>')).toBe(
    '<!doctype html><html data-theme=dark lang=en data-has-hydrated=false><p>',
  );
  expect(withDefaultMode('<html><p>')).toBe('<html data-theme=dark><p>');
});

it.each(['<!doctype html><p>', '<html lang=en data-theme=light><p>'])(
  'a template that has changed is told: %s',
  (html) => {
    expect(() => withDefaultMode(html)).toThrow('template');
  },
);
