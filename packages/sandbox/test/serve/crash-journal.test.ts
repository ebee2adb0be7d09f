import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workload } from '../../src/core/workload.ts';
import { openCrashJournal } from '../../src/serve/crash-journal.ts';

describe('after a crash', () => {
  let folder: string;
  const clock = { time: 1_000_000, now: () => clock.time };
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'journal-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const open = () => openCrashJournal(folder, clock);

  it('the client whose work ran waits, twice as long each time, and others do not', () => {
    for (const seconds of [2, 4, 8]) {
      const crashing = open();
      crashing.start('other')();
      crashing.start('client');
      crashing.start('client')();
      // The process is killed: the journal is not closed.
      const journal = open();
      expect([journal.wait('client'), journal.wait('other')]).toEqual([seconds, 0]);
      clock.time += seconds * 1000;
      expect(journal.wait('client')).toBe(0);
      journal.close();
    }
    clock.time += 3_600_001;
    open().start('client');
    expect(open().wait('client')).toBe(2);
  });

  it('nobody waits when no work ran, or the process was stopped', () => {
    const idle = open();
    idle.start('client')();
    idle.writeEnds();
    expect(open().wait('client')).toBe(0);
    const stopped = open();
    stopped.start('client');
    stopped.close();
    expect(open().wait('client')).toBe(0);
  });

  it('a client that has its result does not wait, whenever the process is killed', async () => {
    const work = new Workload(1, (action) => void setImmediate(action), open());
    await work.run('client', () => Promise.resolve());
    expect(open().wait('client')).toBe(0);
    await work.noted('client', () => Promise.resolve());
    expect(open().wait('client')).toBe(0);
  });

  it('only the client whose work was last waits when another one had ended', () => {
    const journal = open();
    journal.start('first')();
    journal.start('last')();
    const next = open();
    expect([next.wait('first'), next.wait('last')]).toEqual([0, 2]);
  });

  it('a client that starts again while its end is not noted is still noted', () => {
    const journal = open();
    journal.start('client')();
    journal.start('client');
    journal.writeEnds();
    expect(open().wait('client')).toBe(2);
  });

  it('the files contain no address', () => {
    open().start('203.0.113.7');
    open();
    const text = ['running', 'suspects.json'].map((file) =>
      readFileSync(path.join(folder, file), 'utf8'),
    );
    expect(text.join()).not.toContain('203.0.113.7');
  });
});
