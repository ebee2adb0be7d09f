import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf, pairsOf, tokensOfChunk } from '../../src/analysis/chunks.ts';

const termsOf = (text: string) =>
  chunksOf(text)
    .flatMap(tokensOfChunk)
    .map(({ term }) => term);

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
  ])('reads %s', (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  it('joins a path from its start and from its end', () => {
    const terms = termsOf('$anedya/device/{deviceId}/valuestore/setValue');
    expect(terms).toEqual(
      expect.arrayContaining(['anedyadevice', 'valuestoresetvalue', 'deviceid', 'set', 'value']),
    );
  });

  it('marks pieces of names, not the segments of a path', () => {
    const pieces = (text: string) =>
      chunksOf(text)
        .flatMap(tokensOfChunk)
        .filter(({ piece }) => piece)
        .map(({ term }) => term);
    expect(pieces('node_name')).toEqual(['node', 'name']);
    expect(pieces('node/create')).toEqual([]);
    expect(pieces('value-store')).toEqual([]);
  });

  it('joins neighbours over stop words', () => {
    expect(
      pairsOf(chunksOf('Set a value').flatMap(({ words }) => words)).map(({ term }) => term),
    ).toEqual(['setvalue']);
  });

  it('says where each term stands', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const { start, end } of chunksOf(text).flatMap(tokensOfChunk)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});
