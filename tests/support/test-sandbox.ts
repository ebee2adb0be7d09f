import {
  inProcessSandbox,
  type InProcessSandbox,
} from '../../packages/server/test/support/in-process-sandbox.ts';
import type { SandboxMount } from '../../packages/server/src/plugins/sandbox.ts';

export { anyLoad } from '../../packages/server/test/support/in-process-sandbox.ts';

/** A sandbox for a test server, without ports and without a rate limit for projects. */
export function testSandbox(): SandboxMount & { readonly upstream: InProcessSandbox } {
  let requests = 0;
  return inProcessSandbox({ clientKey: () => String((requests += 1)) });
}
