import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseServer, chooseValues, chosenServer } from './servers';
import { MemoryStorage } from '../../test/support/browser';

const sandbox = {
  url: 'http://localhost/sandbox/platform/v1',
  label: '',
  isSandbox: true,
  isCurrent: true,
};
const inBrowser = { ...sandbox, url: 'https://worker.invalid/platform/v1', isCurrent: false };
const regional = { url: 'https://api.one.example/v1', label: '', isSandbox: false };
const global = { url: 'https://api.example/v1', label: '', isSandbox: false };
const offered = [inBrowser, sandbox, regional, global];

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

it('the default is the sandbox, or the first server without one', () => {
  expect(chosenServer('platform', offered)).toBe(sandbox.url);
  expect(chosenServer('platform', [regional, global])).toBe(regional.url);
  expect(chosenServer('platform', [])).toBe('');
});

it('selecting a platform server is stored, and applies to the other API, too', () => {
  chooseServer('platform', global);
  expect(chosenServer('platform', offered)).toBe(global.url);
  expect(chosenServer('device', offered)).toBe(regional.url);
  chooseValues('sandbox');
  expect(chosenServer('platform', offered)).toBe(sandbox.url);
  chooseValues('own');
  expect(chosenServer('platform', offered)).toBe(global.url);
});

it('pages are notified of the choice', () => {
  const told = vi.fn();
  window.addEventListener('docs-values', told);
  chooseServer('platform', sandbox);
  expect(told).toHaveBeenCalledOnce();
});
