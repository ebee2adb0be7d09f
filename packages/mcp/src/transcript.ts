import type { Operation } from '@anedya-docs/openapi-model';
import { languages, mqttExchange, sampleRequest } from '@anedya-docs/code-samples';
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

/** Writes the credentials of a request as parameters, with the names that samples use in the environment. */
function parametersOf(operation: Operation): object[] {
  return sampleRequest(operation)
    .headers.filter(({ name }) => name !== 'Content-Type')
    .map((header) => {
      const { name } = header;
      const value = 'value' in header ? header.value : `${header.prefix}{$inputs.${header.secret}}`;
      return { name, in: 'header', value };
    });
}

/** Writes the requests of a project over HTTP as a workflow (Arazzo 1.0.1), which expects the same status for each step. */
export function workflow(docs: Docs, exchanges: readonly Exchange[]): object {
  const steps = exchanges.flatMap(({ operation: key, transport, body, status, success }, index) => {
    const entry = docs.operations.get(key);
    if (!entry || transport === 'mqtt') return [];
    return {
      stepId: `step-${index + 1}`,
      operationId: `$sourceDescriptions.${entry.api}.${entry.operation.id}`,
      parameters: parametersOf(entry.operation),
      requestBody: { contentType: 'application/json', payload: body },
      successCriteria: [
        { condition: `$statusCode == ${status}` },
        { condition: `$response.body#/success == ${success}` },
      ],
    };
  });
  return {
    arazzo: '1.0.1',
    info: { title: 'Requests to a sandbox project', version: '1.0.0' },
    sourceDescriptions: (['platform', 'device'] as const).map((name) => ({
      name,
      url: `/specs/${name}.openapi.yaml`,
      type: 'openapi',
    })),
    workflows: [{ workflowId: 'transcript', inputs: { type: 'object' }, steps }],
  };
}
