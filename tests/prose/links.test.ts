import { describe, expect, test } from 'vitest';
import type { ExternalLink } from './external-links.ts';
import { links, unusedLinks } from './rules/links.ts';
import { findings, sample } from './sample.ts';

const listed: readonly ExternalLink[] = [
  { address: 'https://a.example/v1', what: 'A base URL', below: true },
  { address: 'https://b.example/{region}/x', what: 'A page' },
  { address: 'http://c.example', what: 'A host without TLS', insecure: 'It is the local host.' },
  { address: 'http://d.example', what: 'A host without TLS' },
];
const rule = links(listed);

describe('links', () => {
  test.each([
    ['See [this](https://other.example/).', '1 https://other.example/: add it to'],
    ['Text.\n\n```bash\ncurl https://other.example/x\n```', '4 https://other.example/x: add'],
    ['See https://b.example/{region}/x/y.', '1 https://b.example/{region}/x/y: add it to'],
    ['At `https://a.example/v10`.', '1 https://a.example/v10: add it to'],
    ['<img src="https://other.example/x.png" />', '1 https://other.example/x.png: add it to'],
    ['At `http://d.example`.', '1 http://d.example: write https'],
  ])('are found in %j', (body, start) => {
    const found = findings(rule, body);
    expect(found).toHaveLength(1);
    expect(found[0]?.startsWith(start)).toBe(true);
  });

  test.each([
    'See [this](https://a.example/v1).',
    'Call `https://a.example/v1/x/y?z=1`.',
    '```bash\ncurl "${URL:-https://a.example/v1}/x"\n```',
    'At `https://b.example/{region}/x`.',
    'At `http://c.example`, a page of [ours](/x/).',
  ])('pass in %j', (body) => {
    expect(findings(rule, body)).toEqual([]);
  });
});

test('unused entries are found', () => {
  const page = sample('At `https://a.example/v1/x` and `http://c.example`.');
  expect(unusedLinks(listed, [page]).map(({ message }) => message)).toEqual([
    'https://b.example/{region}/x: remove it, no page names it',
    'http://d.example: remove it, no page names it',
  ]);
});
