import { buildIndex, loadIndex } from '@anedya-docs/search';
import { readQueries } from '../tests/search/support/queries.ts';
import { rankOf, relevanceOf } from '../tests/search/support/relevance.ts';
import { builtRecords } from './lib/search/built-records.ts';
import { miniSearch } from './lib/search/minisearch.ts';
import { printTable } from './lib/report.ts';

// Relevance of our ranking and of MiniSearch's, over the same records with the same tokenizer, field weights and synonyms.
// Figures of the blind and held-out queries would be tuned on if they were always printed: only with BENCH_HELD_OUT=1, after the last change.

const records = await builtRecords();
const own = loadIndex(buildIndex(records));
const other = miniSearch(records);
const engines = {
  ours: (query: string) =>
    own.search({ query, page: 0, hitsPerPage: 10 }).hits.map(({ record }) => record.url),
  'MiniSearch 7.2.0, all words, else any': (query: string) => other(query, 'all words, else any'),
  'MiniSearch 7.2.0, any word': (query: string) => other(query, 'any word'),
};

const sets = ['comparison', 'queries', 'development'];
if (process.env.BENCH_HELD_OUT === '1') sets.push('blind', 'held-out');

for (const set of sets) {
  const queries = readQueries(`${set}.yaml`);
  const found = Object.values(engines).map((search) =>
    relevanceOf(queries.map((query) => rankOf(search(query.q), query))),
  );
  console.log(`\nsearch engines: ${queries.length} queries of ${set}.yaml`);
  printTable(Object.keys(engines), [
    { label: 'MRR@10', digits: 3, values: found.map(({ mrr }) => mrr) },
    { label: 'first hit', digits: 3, values: found.map(({ firstHit }) => firstHit) },
    { label: 'in the top five', digits: 3, values: found.map(({ topFive }) => topFive) },
  ]);
}
