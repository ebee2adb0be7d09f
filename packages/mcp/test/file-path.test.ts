import { expect, it } from 'vitest';
import { filePath } from '../src/file-tools.ts';

const project = { platformUrl: 'https://docs.example.com/base/sandbox/platform/v1' };
const folder = 'https://docs.example.com/base/sandbox/files/';

it('is the path of a file of the sandbox, with its signature', () => {
  expect(filePath(project, `${folder}a/b?exp=1&sig=x`)).toBe('/files/a/b?exp=1&sig=x');
});

it.each([
  'http://169.254.169.254/latest/meta-data/',
  'https://docs.example.com.evil.example/base/sandbox/files/a',
  'https://docs.example.com@evil.example/base/sandbox/files/a',
  'https://user@docs.example.com/base/sandbox/files/a',
  'http://docs.example.com/base/sandbox/files/a',
  `${folder}../projects/current`,
  `${folder}%2e%2e/projects/current`,
  `${folder}..\\projects/current`,
  `${folder}a#b`,
  'file:///etc/passwd',
  '/files/a',
  '',
])('is rejected for %s', (url) => {
  expect(() => filePath(project, url)).toThrow('"url" is not a file of this sandbox');
});
