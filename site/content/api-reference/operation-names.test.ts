import { expect, it } from 'vitest';
import { linkOperationNames } from './';
import { apis } from './test-support';

const api = apis.find(({ config }) => config.name === 'platform');
if (!api) throw new Error('no platform API');
const link = (text: string) => linkOperationNames(text, api.config, api.document);

it('links the id of an operation by its title', () => {
  expect(link('Read it with `node-details` or `node-list`.')).toBe(
    'Read it with [Get node details](/platform-api/node-details/) or [List nodes](/platform-api/node-list/).',
  );
});

it.each(['`node_name`', '`no-such-operation`', 'node-list', '`success`'])(
  'does not change %s',
  (text) => {
    expect(link(text)).toBe(text);
  },
);

it('does not change programs', () => {
  const page = '`node-list`\n\n```bash\necho `node-list`\n```\n\n`node-list`';
  expect(link(page)).toContain('echo `node-list`');
  expect(link(page).match(/\[List nodes\]/g)).toHaveLength(2);
});
