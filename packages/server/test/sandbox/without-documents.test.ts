import { expect, it } from 'vitest';
import { useSandboxServer } from './support.ts';

const harness = useSandboxServer({ hasDocuments: false });

it('serves a site without API documents, and says that there is no sandbox', async () => {
  expect((await harness.app.inject('/guide/')).statusCode).toBe(200);
  expect((await harness.app.inject('/sandbox/')).statusCode).toBe(404);
  expect(harness.lines.join('')).toContain('No sandbox: the built site has no specs/platform');
});
