import { describe, expect, it } from 'vitest';
import { parseDocument, type Parameter } from '../src/index.ts';
import { edited, file, type ErrorCase } from './support/document.ts';
import { expectError } from './support/expect-error.ts';

async function parameters(ofPath: string, ofOperation: string): Promise<readonly Parameter[]> {
  const text = edited('  /data/get:\n', `  /data/get:\n    parameters: ${ofPath}\n`).replace(
    '      tags: [Data]\n',
    `      tags: [Data]\n      parameters: ${ofOperation}\n`,
  );
  const { operations } = await parseDocument(text, file);
  return operations.find(({ id }) => id === 'data-get')?.parameters ?? [];
}

describe('parameters', () => {
  // OpenAPI 3.1, 4.8.9.1: those of the operation override those of the path.
  it('come from the path item and from the operation, which overrides it', async () => {
    const found = await parameters(
      '[{ name: a, in: query, schema: { type: string } }, { name: a, in: header, schema: {} }]',
      '[{ name: a, in: query, required: true, description: D, schema: { type: integer } }]',
    );
    expect(found).toEqual([
      { name: 'a', in: 'query', required: true, description: 'D', schema: { type: 'integer' } },
      { name: 'a', in: 'header', required: false, description: '', schema: {} },
    ]);
  });

  // OpenAPI 3.1, 4.8.12.2.1: these three are ignored.
  it.each(['Accept', 'content-type', 'Authorization'])('leave out the header %s', async (name) => {
    expect(await parameters('[]', `[{ name: ${name}, in: header, schema: {} }]`)).toEqual([]);
  });

  it('leave out the constant headers of the credential', async () => {
    const text = edited(
      '      tags: [Data]\n',
      `      tags: [Data]
      security: [{ device: [] }]
      parameters:
        - { name: auth-Mode, in: header, schema: { type: string } }
        - { name: X-Other, in: header, schema: { type: string } }
`,
    );
    const { operations } = await parseDocument(text, file);
    const found = operations.find(({ id }) => id === 'data-get')?.parameters ?? [];
    expect(found.map(({ name }) => name)).toEqual(['X-Other']);
  });

  const cases: readonly ErrorCase[] = [
    [
      'a cookie',
      '  /data/get:\n',
      '  /data/get:\n    parameters: [{ name: a, in: cookie, schema: {} }]\n',
      'cookie',
      /^parameter "a" must be in path, query or header$/,
    ],
    [
      'one without schema',
      '  /data/get:\n',
      '  /data/get:\n    parameters: [{ name: a, in: query, content: { text/plain: {} } }]\n',
      'text/plain',
      /^schema of parameter "a" is missing$/,
    ],
  ];

  it.each(cases)('%s is rejected', async (...errorCase) => expectError(errorCase));
});
