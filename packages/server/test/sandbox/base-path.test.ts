import { expect, it } from 'vitest';
import { useSandboxServer } from './support.ts';

const harness = useSandboxServer({ basePath: '/docs/' });

it('is below the base path of the site', async () => {
  const { platformUrl, broker } = await harness.createProject();
  expect(platformUrl).toBe(`${harness.origin}/docs/sandbox/platform/v1`);
  expect(new URL(broker.webSocket).pathname).toBe('/docs/sandbox/mqtt');
  expect((await harness.app.inject('/sandbox/')).statusCode).toBe(404);
});
