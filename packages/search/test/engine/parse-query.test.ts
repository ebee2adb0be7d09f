import { describe, expect, it } from 'vitest';
import { maxQuery, parseQuery } from '../../src/engine/query.ts';

const wholes = (text: string) => parseQuery(text, false).names.map(({ whole }) => whole);

describe('parseQuery', () => {
  it('takes names apart and together', () => {
    const [name] = parseQuery('node::nodenotfound', false).names;
    expect(name).toMatchObject({ words: ['node', 'nodenotfound'], whole: 'nodenodenotfound' });
  });

  it('knows what is typed like code', () => {
    expect(
      parseQuery('nodeId node_id a/b pre-auth node', false).names.map(({ isCode }) => isCode),
    ).toEqual([true, true, false, false, false]);
  });

  it('leaves the last word open until a space follows', () => {
    expect(parseQuery('create no', false).names.map(({ last }) => last)).toEqual([false, true]);
    expect(parseQuery('create no ', false).names.map(({ last }) => last)).toEqual([false, false]);
  });

  it('looks past the version of a path and the id in a topic', () => {
    expect(wholes('/v1/submitData')).toEqual(['submitdata']);
    expect(wholes('device/00000000-0000-4000-8000-00000000d001/response')).toEqual([
      'deviceresponse',
    ]);
  });

  it('cuts a query that is too long', () => {
    expect(wholes(`${' '.repeat(maxQuery)}node`)).toEqual([]);
  });

  it('reads quotes and a leading minus with the advanced syntax alone', () => {
    const query = '"connection key" -mqtt node-id';
    expect(parseQuery(query, true)).toMatchObject({
      phrases: [['connection', 'key']],
      excluded: ['mqtt'],
    });
    expect(parseQuery(query, false)).toMatchObject({ phrases: [], excluded: [] });
    expect(parseQuery(query, true).names.map(({ whole }) => whole)).toEqual([
      'connection',
      'key',
      'nodeid',
    ]);
  });
});
