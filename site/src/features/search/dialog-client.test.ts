import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchClient } from './client';
import { createDialogClient } from './dialog-client';

/** A dialog that searches; `start` returns the functions that end the search. */
function createDialog() {
  const ends: { hits: () => void; error: () => void }[] = [];
  const client = {
    search: () =>
      new Promise((resolve, reject) => {
        const hits = () => resolve({ results: [] });
        ends.push({ hits, error: () => reject(new Error('429')) });
      }),
  } as unknown as SearchClient;
  const dialog = { shown: [] as string[], query: '', start };
  const dialogClient = createDialogClient(client, () => dialog.query !== '');
  function start(query: string) {
    dialog.query = query;
    // Like DocSearch, which sets its status in `catch` and the number of hits in `then`.
    void dialogClient
      .search([])
      .catch((error: unknown) => {
        dialog.shown.push(`${query}: ${(error as Error).name}`);
        throw error;
      })
      .then(() => dialog.shown.push(`${query}: hits`));
    const end = ends.at(-1);
    if (!end) throw new Error('the dialog sends a request');
    return end;
  }
  return dialog;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the search client of the dialog', () => {
  it('shows an error after the search would have stalled', async () => {
    const dialog = createDialog();
    dialog.start('mqtt').error();
    await vi.advanceTimersByTimeAsync(349);
    expect(dialog.shown).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(dialog.shown).toEqual(['mqtt: RetryError']);
  });

  it('shows the hits of a query while a newer one is in flight', async () => {
    const dialog = createDialog();
    const first = dialog.start('mq');
    const second = dialog.start('mqtt');
    first.hits();
    await vi.advanceTimersByTimeAsync(0);
    expect(dialog.shown).toEqual(['mq: hits']);
    second.hits();
    await vi.advanceTimersByTimeAsync(0);
    expect(dialog.shown).toEqual(['mq: hits', 'mqtt: hits']);
  });

  it.each(['hits', 'error'] as const)(
    'ignores an error when a newer query ends with %s',
    async (end) => {
      const dialog = createDialog();
      dialog.start('mq').error();
      await vi.advanceTimersByTimeAsync(100);
      dialog.start('mqtt')[end]();
      await vi.advanceTimersByTimeAsync(1000);
      expect(dialog.shown).toEqual([end === 'hits' ? 'mqtt: hits' : 'mqtt: RetryError']);
    },
  );

  it.each(['hits', 'error'] as const)(
    'ignores hits when a newer query has ended with %s',
    async (end) => {
      const dialog = createDialog();
      const first = dialog.start('mq');
      dialog.start('mqtt')[end]();
      await vi.advanceTimersByTimeAsync(100);
      first.hits();
      await vi.advanceTimersByTimeAsync(1000);
      expect(dialog.shown).toEqual([end === 'hits' ? 'mqtt: hits' : 'mqtt: RetryError']);
    },
  );

  it('ignores an error when the field has been cleared', async () => {
    const dialog = createDialog();
    dialog.start('mqtt').error();
    dialog.query = '';
    await vi.advanceTimersByTimeAsync(1000);
    expect(dialog.shown).toEqual([]);
  });
});
