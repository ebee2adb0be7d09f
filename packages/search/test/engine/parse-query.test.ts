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

  it('ignores the version of a path', () => {
    expect(wholes('/v1/submitData')).toEqual(['submitdata']);
    expect(wholes('v1/')).toEqual(['v1']);
  });

  it.each(['', '/heartbeat/json', '/errors ', '"', "')"])(
    'reads the ID in a topic as its name: %j',
    (rest) => {
      const topic = (id: string) => wholes(`$anedya/device/${id}${rest}`);
      expect(topic('3fa85f64-5717-4562-b3fc-2c963f66afa6')).toEqual(topic('{deviceId}'));
      expect(topic('3FA85F64-5717-4562-B3FC-2C963F66AFA6')).toEqual(topic('{deviceId}'));
    },
  );

  it('separates the host of a URL from its path', () => {
    expect(wholes('POST https://device.example.com/v1/valuestore/setValue')).toEqual([
      'post',
      'httpsdeviceexamplecom',
      'valuestoresetvalue',
    ]);
  });

  it('ignores words after the first 24, also those of a long name', () => {
    const words = Array.from({ length: 200 }, (_, index) => `w${index}`);
    const [name, ...others] = parseQuery(words.join('_'), false).names;
    expect(name?.words).toEqual(words.slice(0, 24));
    expect(others).toEqual([]);
    expect(parseQuery('NodeId'.repeat(80), false).names[0]?.parts).toHaveLength(24);
  });

  it('cuts a query that is too long', () => {
    expect(wholes(`${' '.repeat(maxQuery)}node`)).toEqual([]);
  });

  it('reads quotes and a leading minus with the advanced syntax alone', () => {
    const query = '"connection key" -mqtt node-id';
    expect(parseQuery(query, true)).toMatchObject({
      phrases: [['connection', 'key']],
      excluded: new Set(['mqtt']),
    });
    expect(parseQuery(query, false)).toMatchObject({ phrases: [], excluded: new Set() });
    expect(parseQuery(query, true).names.map(({ whole }) => whole)).toEqual([
      'connection',
      'key',
      'nodeid',
    ]);
  });
});
