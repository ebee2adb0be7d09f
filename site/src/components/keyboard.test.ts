import { expect, it } from 'vitest';
import { isShortcut } from './keyboard';

const held = { ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };

it('Ctrl+K is the shortcut, and an event without a key is not', () => {
  expect(isShortcut({ ...held, key: 'K' })).toBe(true);
  expect(isShortcut(held)).toBe(false);
});
