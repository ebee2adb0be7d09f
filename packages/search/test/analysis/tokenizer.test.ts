import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf, pairsOf, Tokenizer } from '../../src/analysis/tokenizer.ts';

const tokenizer = new Tokenizer();
const tokensOf = (text: string) =>
  tokenizer.tokenize(text).flatMap(({ name, start }) =>
    name.tokens.map((token) => ({
      ...token,
      start: start + token.start,
      end: start + token.end,
    })),
  );

const termsOf = (text: string) => tokensOf(text).map(({ term }) => term);

describe('terms of a text', () => {
  it.each([
    ['setValue', ['setvalue', 'set', 'value']],
    ['MQTTClient', ['mqttclient', 'mqtt', 'client']],
    ['UUIDs', ['uuids', 'uuid']],
    ['node::nodenotfound', ['node', 'nodenotfound', 'nodenodenotfound']],
    ['node_name', ['node', 'name', 'nodename']],
    ['pre-authorize', ['pre', 'authorize', 'preauthorize']],
    ['tags[].key', ['tags', 'key', 'tagskey']],
    ['4040', ['4040']],
    ['MQTT 3.1.1', ['mqtt', '3.1.1']],
    ['Über Çà', ['uber', 'ca']],
    ['日本', ['日本']],
    ['?!', []],
    ['\u0338', []],
  ])('splits %s', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it('joins a path from its start and from its end', () => {
    const terms = termsOf('$anedya/device/{deviceId}/valuestore/setValue');
    expect(terms).toEqual(
      expect.arrayContaining(['anedyadevice', 'valuestoresetvalue', 'deviceid', 'set', 'value']),
    );
  });

  it('marks parts of names, but not path segments', () => {
    const parts = (text: string) =>
      tokensOf(text)
        .filter(({ isPart }) => isPart)
        .map(({ term }) => term);
    expect(parts('node_name')).toEqual(['node', 'name']);
    expect(parts('node/create')).toEqual([]);
    expect(parts('value-store')).toEqual([]);
  });

  it('joins adjacent words across stop words', () => {
    expect(
      pairsOf(chunksOf('Set a value').flatMap(({ words }) => words)).map(({ term }) => term),
    ).toEqual(['setvalue']);
  });

  it('returns the offsets of each term', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const { start, end } of tokensOf(text)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});
