import { describe, expect, it } from 'vitest';
import { readSpecification } from './support/document.ts';

/** Slugs of the specification's call pages (section 2), without the two introductions. */
const device =
  `binddevice check commands-get-details commands-list commands-next commands-update-status
  http-time-sync logs-submit-logs submitdata v-1-ota-current v-1-ota-next v-1-ota-status-update
  valuestore-delete valuestore-get-value valuestore-scan valuestore-set-value`.split(/\s+/);

const platform =
  `access-token-create access-token-revoke assets-create assets-delete assets-get assets-list
  assets-list-versions assets-retry command-invalidate command-list command-status commands-send
  data-get-data deployment-abort deployments-analyze deployments-create deployments-list logs-getlogs
  node-authorize node-create node-delete node-details node-get-connection-key node-list node-update
  post-aggregates-variable-by-time post-assets-complete-upload valuestore-create-value valuestore-delete
  valuestore-get-value valuestore-scan variable-create variables-delete variables-latest variables-list
  variables-snapshot`.split(/\s+/);

describe.each([
  ['device', device, 16],
  ['platform', platform, 36],
] as const)('the %s document', (name, slugs, count) => {
  const document = readSpecification(name);

  it('has the calls of the specification, no more and no less', () => {
    expect(slugs).toHaveLength(count);
    expect(document.operations.map((operation) => operation.id).sort()).toEqual([...slugs].sort());
  });

  it('lists calls in the order of their tags, every tag in use', () => {
    const tags = document.tags.map((tag) => tag.name);
    const order = document.operations.map((operation) => operation.tag);
    expect([...new Set(order)]).toEqual(tags);
    expect(order).toEqual([...order].sort((a, b) => tags.indexOf(a) - tags.indexOf(b)));
  });

  it('leads related links to calls of its own', () => {
    const related = document.operations.flatMap((operation) => operation.related);
    expect(related.filter((id) => !(slugs as readonly string[]).includes(id))).toEqual([]);
  });

  it.each(document.operations.map((operation) => [operation.id, operation] as const))(
    '%s has all a page needs',
    (_id, operation) => {
      expect(operation.method).toBe('POST');
      expect(operation.url).toMatch(/^https:\/\/[a-z0-9.-]+\.anedya\.io\/v1\/[^{}]+$/);
      expect(operation.title).not.toBe('');
      expect(operation.description).not.toBe('');
      expect(operation.security.length).toBeGreaterThan(0);
    },
  );
});
