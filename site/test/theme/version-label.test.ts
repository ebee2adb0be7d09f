import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import config from '../../docusaurus.config';

interface Versions {
  readonly getVersionBadge: (context: {
    readonly versionName: string;
    readonly versionNames: readonly string[];
    readonly options: unknown;
  }) => boolean;
}

const require = createRequire(import.meta.url);

// docs/behavior.md, section 1: a single version with the label 'Next'. The framework shows the label only in its badge, which
// it omits with a single version; the navbar of the specification has no version item.
it('the framework shows no label of a single version', () => {
  const path = '@docusaurus/plugin-content-docs/lib/versions/index.js';
  const { getVersionBadge } = require(path) as Versions;
  const options = { versions: { current: { label: 'Next' } } };
  const context = { versionName: 'current', options };
  expect(getVersionBadge({ ...context, versionNames: ['current'] })).toBe(false);
  expect(getVersionBadge({ ...context, versionNames: ['current', '1.0'] })).toBe(true);
  expect(JSON.stringify(config.plugins)).toContain(JSON.stringify(options.versions));
});
