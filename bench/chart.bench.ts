import { readFileSync } from 'node:fs';
import type { JsonValue } from '@anedya-docs/openapi-model';
import type { OperationData } from '../site/src/requests/operation.ts';
import { readTimeSeries } from '../site/src/features/charts/time-series.ts';
import { siteDir } from '../tests/support/site.ts';
import { printTable, quantile } from './lib/report.ts';

// Reads the points of a response for its chart, compared with parsing the JSON of the response.

const rounds = 50;
const file = `${siteDir}/operations/platform/data-get-data.json`;
const operation = JSON.parse(readFileSync(file, 'utf8')) as OperationData;
const points = Array.from({ length: 10_000 }, (_, index) => ({
  timestamp: 1_767_225_600 + index * 10,
  value: Math.round(Math.sin(index / 200) * 1000) / 100,
}));
const text = JSON.stringify({ data: { a: points } });

const parsing: number[] = [];
const reading: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const start = performance.now();
  const response = JSON.parse(text) as JsonValue;
  const parsed = performance.now();
  readTimeSeries(operation, response);
  parsing.push(parsed - start);
  reading.push(performance.now() - parsed);
}
console.log('\nchart: a response with 10,000 points');
printTable(
  ['JSON.parse', 'points for the chart'],
  [0.5, 0.99].map((share) => ({
    label: `p${share * 100} ms`,
    digits: 1,
    values: [quantile(parsing, share), quantile(reading, share)],
  })),
);
