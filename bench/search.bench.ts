import { brotliCompressSync } from 'node:zlib';
import { buildIndex } from '@anedya-docs/search';
import { readQueries } from '../tests/search/support/queries.ts';
import { rankOf, relevanceOf } from '../tests/search/support/relevance.ts';
import { builtRecords } from './lib/search/built-records.ts';
import type { Candidate } from './lib/search/candidate.ts';
import { buildLunrIndex, loadLunr } from './lib/search/lunr.ts';
import { loadOwn } from './lib/search/own-candidate.ts';
import { printTable, quantile } from './lib/report.ts';

// Time of one query in Node, on one core, alternating with Lunr over the same records; size of the index; and relevance.

const rounds = Number(process.env.BENCH_RUNS ?? 5);
const queries = readQueries();
const records = await builtRecords();

interface Contender {
  readonly name: string;
  readonly json: string;
  readonly load: (json: string) => Candidate;
  readonly search: Candidate;
  /** Milliseconds, over all rounds. */
  readonly loading: number[];
  readonly responding: number[];
  /** CPU milliseconds for all responses: more stable than elapsed time on a shared machine. */
  processor: number;
}

const contender = (name: string, json: string, load: Contender['load']): Contender => {
  const measured = { loading: [], responding: [], processor: 0 };
  return { name, json, load, search: load(json), ...measured };
};

const contenders = [
  contender('ours', buildIndex(records), loadOwn),
  contender('Lunr 2.3.9', buildLunrIndex(records), loadLunr),
];

/** Loads the index once more, and runs all queries on the previous one. */
function round(each: Contender): void {
  const startTime = performance.now();
  each.load(each.json);
  each.loading.push(performance.now() - startTime);
  const used = process.cpuUsage();
  for (const { q } of queries) {
    const queryStart = performance.now();
    each.search(q);
    each.responding.push(performance.now() - queryStart);
  }
  const { user, system } = process.cpuUsage(used);
  each.processor += (user + system) / 1000;
}

// The first round warms up the JIT compiler and is not counted.
for (const each of contenders) round({ ...each, loading: [], responding: [] });
for (let turn = 0; turn < rounds; turn += 1) contenders.forEach(round);

const found = contenders.map(({ search }) =>
  relevanceOf(queries.map((query) => rankOf(search(query.q).urls, query))),
);
const row = (label: string, digits: number, value: (each: Contender) => number) => ({
  label,
  digits,
  values: contenders.map(value),
});
const perSecond = ({ responding }: Contender) =>
  (1000 * responding.length) / responding.reduce((sum, time) => sum + time, 0);

console.log(
  `\nsearch: ${queries.length} queries, ${records.length} records, ${rounds} rounds, one core`,
);
printTable(
  contenders.map(({ name }) => name),
  [
    row('p50 ms', 2, ({ responding }) => quantile(responding, 0.5)),
    row('p99 ms (target < 5)', 2, ({ responding }) => quantile(responding, 0.99)),
    row('queries/s', 0, perSecond),
    row('CPU ms per query', 2, ({ processor, responding }) => processor / responding.length),
    row('load ms', 0, ({ loading }) => quantile(loading, 0.5)),
    row('index kB', 0, ({ json }) => Buffer.byteLength(json) / 1000),
    // Quality 11 is the default.
    row('index kB, brotli', 1, ({ json }) => brotliCompressSync(json).length / 1000),
    { label: 'MRR@10', digits: 3, values: found.map(({ mrr }) => mrr) },
    { label: 'first hit', digits: 3, values: found.map(({ firstHit }) => firstHit) },
    { label: 'in the top five', digits: 3, values: found.map(({ topFive }) => topFive) },
  ],
);
