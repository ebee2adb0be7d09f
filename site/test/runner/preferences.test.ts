import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseServer, chooseUse, chosenServer } from '../../src/runner/servers';
import { MemoryStorage } from '../sandbox/support';

const sandbox = { url: 'http://localhost/sandbox/platform/v1', label: '', isSandbox: true };
const regional = { url: 'https://api.one.example/v1', label: '', isSandbox: false };
const global = { url: 'https://api.example/v1', label: '', isSandbox: false };
const offered = [sandbox, regional, global];

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

it('a new reader has the sandbox, or the first server where there is none', () => {
  expect(chosenServer('platform', offered)).toBe(sandbox.url);
  expect(chosenServer('platform', [regional, global])).toBe(regional.url);
  expect(chosenServer('platform', [])).toBe('');
});

it('a server of the platform stays chosen, and the other API leaves the sandbox with it', () => {
  chooseServer('platform', global);
  expect(chosenServer('platform', offered)).toBe(global.url);
  expect(chosenServer('device', offered)).toBe(regional.url);
  chooseUse('sandbox');
  expect(chosenServer('platform', offered)).toBe(sandbox.url);
  chooseUse('own');
  expect(chosenServer('platform', offered)).toBe(global.url);
});

it('pages are told of the choice', () => {
  const told = vi.fn();
  window.addEventListener('docs-values', told);
  chooseServer('platform', sandbox);
  expect(told).toHaveBeenCalledOnce();
});
