import { compile } from '@mdx-js/mdx';
import { describe, expect, it } from 'vitest';
import remarkLimits from './';
import { readApi } from '../api-reference/documents';
import { operationOf } from '../api-reference/test-support';

/** JavaScript that MDX generates for a page. */
async function compiled(source: string): Promise<string> {
  return String(
    await compile({ value: source, path: 'page.mdx' }, { remarkPlugins: [remarkLimits] }),
  );
}

const tokenLife = 'operation="platform/access-token-create" field="ttlSec" kind="maximum"';

describe('<Limit>', () => {
  it('is the number in the schema of a field', async () => {
    const api = await readApi('platform');
    const { schema } = operationOf(api, 'access-token-create').request;
    const maximum = schema.properties?.ttlSec?.maximum ?? 0;
    expect(maximum).toBeGreaterThan(1000);
    const page = await compiled(`At most <Limit ${tokenLife} /> seconds.`);
    expect(page).toContain(`"At most ", "${maximum.toLocaleString('en')}", " seconds."`);
    expect(page).not.toContain('Limit');
  });

  it('converts times', async () => {
    expect(await compiled(`<Limit ${tokenLife} as="days" />`)).toContain('"90 days"');
    const threshold = await compiled('<Limit id="platform/heartbeat-threshold" as="days" />');
    expect(threshold).toContain('"7 days"');
  });

  it('is a limit of a document with its unit', async () => {
    const { document } = await readApi('device');
    for (const { id, value, unit } of document.limits) {
      const page = await compiled(`Up to <Limit id="device/${id}" />.`);
      expect(page).toContain(`"${value.toLocaleString('en')} ${unit}"`);
    }
  });

  it.each([
    ['', /needs id= or operation= "platform\/\.\.\." or "device\/\.\.\.", not ""/],
    ['id="command-payload"', /not "command-payload"/],
    ['id="device/payload"', /has no limit "payload" in x-limits\. It has: request-id,/],
    ['operation="platform/node-make" field="x"', /has no operation "node-make".*node-create/],
    ['operation="platform/node-list" field="limt"', /node-list has no field "limt".*limit/],
    ['operation="platform/node-list" response="limit"', /has no field "limit".*nodes/],
    [
      'operation="platform/node-list" field="limit" kind="maxLength"',
      /kind="maxLength">: the field has no such limit\. It has minimum, maximum/,
    ],
    ['operation="platform/node-create" field="node_name" kind="maximum"', /It has no limit/],
    [`${tokenLife} as="weeks"`, /as="weeks" is not a unit of time: milliseconds/],
    ['id="platform/signature-age" as="hours"', /15 minutes is not a whole number of hours/],
    ['id="platform/command-payload" as="days"', /cannot convert from KB/],
  ])('fails the build at the line of <Limit %s>', async (attributes, message) => {
    const page = `One.\n\nAt most <Limit ${attributes} />.`;
    await expect(compiled(page)).rejects.toThrow(message);
    await expect(compiled(page)).rejects.toMatchObject({ line: 3 });
  });
});
