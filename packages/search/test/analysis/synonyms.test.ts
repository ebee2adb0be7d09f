import { describe, expect, it } from 'vitest';
import { isStopWord } from '../../src/analysis/stop-words.ts';
import { synonymsOf } from '../../src/analysis/synonyms.ts';

const named = (...words: string[]) => synonymsOf(words).map((synonym) => synonym.words.join(' '));

describe('synonyms', () => {
  it('lead both ways where two words mean the same', () => {
    expect(named('ota')).toContain('firmware update');
    expect(named('firmware', 'update')).toContain('ota');
  });

  it('lead one way from the words of other platforms to ours', () => {
    expect(named('telemetry')).toContain('data');
    expect(named('data')).not.toContain('telemetry');
  });

  it('take a phrase in any order and form', () => {
    expect(named('updating', 'firmwares')).toContain('ota');
  });

  it.each(['constructor', '__proto__', 'toString'])('knows none for %s', (word) => {
    expect(synonymsOf([word])).toEqual([]);
  });
});

describe('stop words', () => {
  it('are words of questions, not of the subject', () => {
    expect(['how', 'do', 'i', 'the', 'a'].every(isStopWord)).toBe(true);
    expect(['s', 't', 'doesn', 'really'].every(isStopWord)).toBe(true);
    expect(['node', 'set', 'time', 'not', 'over'].some(isStopWord)).toBe(false);
  });
});
