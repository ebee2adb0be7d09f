import { expect, it } from 'vitest';
import { findFact } from '../src/docs.ts';

const markdown = `# Create a node

## Request body

| Field | Type |
| - | - |
| \`tags\` | list |
| \`tags[].key\` | text |
| \`tagsize\` | number |

## Response

| \`tags\` | other |
| \`data.{node id}[].value\` | number |

## Errors

| \`success\` | boolean |

- \`node::nodenotfound\`: No such node.
`;

it.each([
  ['request-tags', '## Request body\n\n| `tags` | list |\n| `tags[].key` | text |\n'],
  ['request-tags.key', '## Request body\n\n| `tags[].key` | text |\n'],
  ['response-tags', '## Response\n\n| `tags` | other |\n'],
  ['response-data.node-id.value', '## Response\n\n| `data.{node id}[].value` | number |\n'],
  ['failure-success', '## Errors\n\n| `success` | boolean |\n'],
  ['code-node-nodenotfound', '- `node::nodenotfound`: No such node.'],
  ['request-name', undefined],
  ['code-node', undefined],
  ['', undefined],
])('finds what a page says about the anchor "%s"', (anchor, expected) => {
  expect(findFact(markdown, anchor)).toBe(expected);
});
