import { loadIndex, buildIndex } from '@anedya-docs/search';
import { readQueries } from '../tests/search/support/queries.ts';
import { rankOf, relevanceOf } from '../tests/search/support/relevance.ts';
import { builtRecords } from './lib/search/built-records.ts';
import { createMiniSearchEngine } from './lib/search/minisearch/engine.ts';
import { printTable } from './lib/report.ts';

// Relevance of our engine and of MiniSearch, both behind the same interface, over the same records, with the same tokenizer and synonyms.
// Figures of the blind and held-out queries would be tuned on if they were always printed: only with BENCH_HELD_OUT=1, after the last change.

const records = await builtRecords();
const engines = {
  ours: loadIndex(buildIndex(records)),
  'MiniSearch 7.2.0': createMiniSearchEngine(records),
};

/** Sets to compare, each of one or more files. */
const sets = [['queries'], ['development'], ['comparison']];
if (process.env.BENCH_HELD_OUT === '1') sets.push(['blind'], ['held-out'], ['blind', 'held-out']);

for (const files of sets) {
  const queries = files.flatMap((file) => readQueries(`${file}.yaml`));
  const found = Object.values(engines).map((engine) =>
    relevanceOf(
      queries.map((query) => {
        const { hits } = engine.search({ query: query.q, page: 0, hitsPerPage: 10 });
        return rankOf(
          hits.map(({ record }) => record.url),
          query,
        );
      }),
    ),
  );
  console.log(`\nsearch engines: ${queries.length} queries of ${files.join(' and ')}`);
  printTable(Object.keys(engines), [
    { label: 'MRR@10', digits: 3, values: found.map(({ mrr }) => mrr) },
    { label: 'first hit', digits: 3, values: found.map(({ firstHit }) => firstHit) },
    { label: 'in the top five', digits: 3, values: found.map(({ topFive }) => topFive) },
  ]);
}
