import { describe, expect, it } from 'vitest';
import { readChanges } from './changes';

const sdk = (release: string) =>
  `documentation: []\nsdks:\n  - {id: go, name: Go, anchor: go-sdk, listed: 2026-01-02, releases: [${release}]}`;

describe('the changelog', () => {
  it('is listed newest first, with releases without a date', () => {
    const { documentation, sdks } = readChanges();
    const days = documentation.map(({ date }) => date);
    expect(days).toEqual([...days].sort().reverse());
    expect(sdks.map(({ id }) => id)).toEqual(['python', 'esp-idf', 'front-end', 'go']);
  });

  it.each([
    ['documentation: []', 'the file requires "sdks", a list'],
    ['sdks: []', 'the file requires "documentation", a list'],
    [
      'documentation: [{date: soon, title: A, change: B}]\nsdks: []',
      'documentation[0] requires "date"',
    ],
    [
      'documentation: [{date: 2026-01-02, change: B}]\nsdks: []',
      'documentation[0] requires "title"',
    ],
    [sdk('{version: next, change: A}'), 'sdks[0].releases[0] requires "version"'],
    [sdk('{version: 0.1.0}'), 'sdks[0].releases[0] requires "change"'],
  ])('rejects %s', (source, message) => {
    expect(() => readChanges(source)).toThrow(message);
  });

  it('accepts a release without notes', () => {
    const { sdks } = readChanges(sdk("{version: 0.1.0, change: ''}"));
    expect(sdks[0]?.releases).toEqual([{ version: '0.1.0', change: '' }]);
  });
});
