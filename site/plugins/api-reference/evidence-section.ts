import {
  evidenceSources,
  sourceNames,
  type ApiDocument,
  type EvidenceSource,
  type Operation,
} from '@anedya-docs/openapi-model';
import coverageByOperation from './coverage.generated.json';
import type { ApiConfig } from './documents';
import { table } from './markdown';

/** How the sandbox and the tests cover an operation, from `tests/operation-coverage.test.ts`. */
interface Coverage {
  readonly http: boolean;
  readonly mqtt: boolean;
  readonly httpTests: number;
  readonly mqttTests: number;
  readonly samples: number;
}

const coverage: Readonly<Record<string, Coverage | undefined>> = coverageByOperation;

/** @throws Error for an operation that the tests do not cover */
function coverageOf(key: string): Coverage {
  const found = coverage[key];
  if (!found) {
    throw new Error(
      `coverage.generated.json has no "${key}": run npx vitest run tests/operation-coverage.test.ts --update`,
    );
  }
  return found;
}

function evidenceCell({ evidence }: Operation): string {
  const names = sourceNames(evidence);
  if (names === '') return '**Inferred**';
  return evidence.includes('inferred') ? `${names}; the rest is **inferred**` : names;
}

function row(config: ApiConfig, operation: Operation): string[] {
  const { http, mqtt, httpTests, mqttTests, samples } = coverageOf(
    `${config.name}/${operation.id}`,
  );
  const transports = [...(http ? ['HTTP'] : []), ...(mqtt ? ['MQTT'] : [])];
  return [
    `[${operation.title}](/${config.folder}/${operation.id}/)`,
    evidenceCell(operation),
    transports.length === 0 ? 'No' : transports.join(', '),
    String(httpTests + mqttTests),
    String(samples),
  ];
}

/** What confirms each operation, and how the sandbox and the tests cover it. Operation pages link to it. */
export function evidenceSection(config: ApiConfig, { operations }: ApiDocument): string {
  const used = new Set<EvidenceSource>(operations.flatMap(({ evidence }) => evidence));
  const sources = Object.entries(evidenceSources).filter(([id]) => used.has(id as EvidenceSource));
  return [
    '## Evidence and tests {#evidence}',
    'Anedya publishes no OpenAPI document of this API. These sources show its operations:',
    sources.map(([, { name, description }]) => `- **${name}**: ${description}`).join('\n'),
    'The table has these columns:',
    [
      '- **Evidence**: the sources that show the operation.',
      '- **Sandbox**: the transports over which the sandbox serves it.',
      '- **Tests**: the requests of the contract tests of the sandbox. Over HTTP: the example, a body that is not JSON, missing credentials, a token without the permission, and each documented error. Over MQTT: the example in both protocol versions and over each of four transports.',
      '- **Samples**: the languages and MQTT clients whose code sample the tests run. Arduino samples are parsed, but not run, and a language is skipped on a machine without its tools.',
    ].join('\n'),
    table(
      ['Operation', 'Evidence', 'Sandbox', 'Tests', 'Samples'],
      operations.map((operation) => row(config, operation)),
    ),
  ].join('\n\n');
}
