import { compile } from '@mdx-js/mdx';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readApi } from '../api-reference/documents';
import remarkOperationLinks from './';

/** JavaScript that MDX generates for a page. */
async function compiled(source: string): Promise<string> {
  return String(
    await compile({ value: source, path: 'page.mdx' }, { remarkPlugins: [remarkOperationLinks] }),
  );
}

describe('<Operation>', () => {
  it('links to an operation by its title', async () => {
    const page = await compiled('Use <Operation id="platform/node-create" /> first.');
    expect(page).toContain('href: "/platform-api/node-create/"');
    expect(page).toContain('"Create a node"');
  });

  it('distinguishes operations of the same name', async () => {
    expect(await compiled('<Operation id="device/valuestore-delete" />')).toContain(
      'href: "/device/api/valuestore-delete/"',
    );
  });

  it('keeps its children as link text', async () => {
    const page = await compiled(
      'You <Operation id="platform/node-create">make a *node*</Operation>.',
    );
    expect(page).toContain('"make a "');
    expect(page).not.toContain('Create a node');
  });

  it('links to a field of the request or the response', async () => {
    const request = await compiled('<Operation id="platform/node-create" field="node_name" />');
    expect(request).toContain('href: "/platform-api/node-create/#request-node_name"');
    const response = await compiled('<Operation id="platform/node-create" response="nodeId" />');
    expect(response).toContain('href: "/platform-api/node-create/#response-nodeId"');
  });

  it.each([
    [
      '<Operation id="platform/node-make" />',
      /platform\/node-make.*no such operation.*node-create/,
    ],
    ['<Operation id="node-create" />', /needs id="platform\/\.\.\." or "device\/\.\.\."/],
    ['<Operation />', /needs id=/],
    ['<Operation id="platform/node-create" field="name" />', /no field "name".*node_name/],
    [
      '<Operation id="platform/node-create" response="node_name" />',
      /no field "node_name".*nodeId/,
    ],
  ])('fails at %s and lists what exists', async (source, message) => {
    await expect(compiled(`One.\n\n${source}`)).rejects.toThrow(message);
    await expect(compiled(`One.\n\n${source}`)).rejects.toMatchObject({ line: 3 });
  });
});

describe('<OperationTable>', () => {
  it('lists every operation of the device API with its address and topic', async () => {
    const page = await compiled('<OperationTable api="device" />');
    const links = [...page.matchAll(/href: "\/device\/api\/([\w-]+)\/"/g)].map(([, id]) => id);
    const { document } = await readApi('device');
    expect(links).toEqual(document.operations.map(({ id }) => id));
    for (const { path, mqtt } of document.operations) {
      expect(page).toContain(`"POST /v1${path}"`);
      if (mqtt) expect(page).toContain(`"${mqtt.publish.split('/').slice(3).join('/')}"`);
    }
    expect(page).toContain('The path, MQTT topic, body and response of this operation');
  });

  it('has no column of topics for an API without MQTT', async () => {
    expect(await compiled('<OperationTable api="platform" />')).not.toContain('MQTT');
  });

  it('fails for an unknown API', async () => {
    const message = /<OperationTable> needs api="platform" or "device", not "gateway"/;
    await expect(compiled('<OperationTable api="gateway" />')).rejects.toThrow(message);
  });
});

describe('<OpenQuestions>', () => {
  /** All reasons in a document, unchanged. */
  function reasonsIn(value: unknown): string[] {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) =>
      (key === 'x-provisional' || key === 'provisional') && typeof inner === 'string'
        ? [inner]
        : reasonsIn(inner),
    );
  }

  const words = (text: string) => text.replaceAll(/[`"\\]/g, '').trim();

  it('lists every reason of both documents, with a link to its operation', async () => {
    const page = await compiled('<OpenQuestions />');
    const shown = words(
      [...page.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text).join(''),
    );
    for (const name of ['platform', 'device'] as const) {
      const { text, document, config } = await readApi(name);
      const reasons = reasonsIn(parse(text));
      expect(reasons).not.toEqual([]);
      for (const reason of reasons) expect(shown).toContain(words(reason));
      for (const { id, provisional } of document.operations) {
        if (provisional === undefined) continue;
        expect(page).toContain(`href: "/${config.folder}/${id}/"`);
      }
    }
  });

  it('links to the field that a reason is about', async () => {
    expect(await compiled('<OpenQuestions />')).toMatch(
      /href: "\/platform-api\/assets-create\/#response-[\w-]+"/,
    );
  });
});
