import { inProcessSandbox } from '../../packages/server/test/support/in-process-sandbox.ts';
import { siteDir, startSite } from '../support/site.ts';

/** Starts the built site with a sandbox that has a broker, and no rate limits: all tasks come from one address. */
export function startEvalSite(): ReturnType<typeof startSite> {
  let requests = 0;
  const sandbox = inProcessSandbox(
    { clientKey: () => String((requests += 1)), mqttPorts: { tcp: 0 } },
    { rate: { max: 100_000, window: 10_000 } },
  );
  return startSite(siteDir, sandbox);
}
