import { arazzo, languages, mqttExchange, sampleRequest } from '@anedya-docs/code-samples';
import type { Docs } from './docs.ts';
import type { Exchange } from './sandbox.ts';

const [curl] = languages;

/** Writes the requests of a project as curl scripts, one after the other, with credentials from the environment. */
export function curlScript(docs: Docs, exchanges: readonly Exchange[]): string {
  return exchanges
    .map(({ operation: key, transport, body }) => {
      const entry = docs.operations.get(key);
      if (!entry || !curl) return '';
      const { operation, api } = entry;
      const facts = docs.documents[api].mqtt;
      const exchange = transport === 'mqtt' && facts && mqttExchange(operation, facts, { body });
      if (exchange) {
        return `# ${key} over MQTT: publish to ${exchange.publish}\n# ${JSON.stringify(exchange.body)}\n`;
      }
      return `# ${key}\n${curl.render(sampleRequest(operation, { body }))}`;
    })
    .join('\n');
}

/** Writes the requests of a project over HTTP as a workflow, which expects the same status for each step. */
export function workflow(docs: Docs, exchanges: readonly Exchange[]): object {
  const steps = exchanges.flatMap(({ operation: key, transport, body, status, success }, index) => {
    const entry = docs.operations.get(key);
    if (!entry || transport === 'mqtt') return [];
    const expected = { status, success };
    return { ...entry, stepId: `step-${index + 1}`, payload: body, expected };
  });
  const title = 'Requests to a sandbox project';
  return arazzo(steps, { workflowId: 'transcript', title, specs: '/specs/' });
}
