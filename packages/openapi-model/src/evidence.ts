/**
 * Sources of the facts in a document (`x-evidence`), in the order of pages. `inferred` is none of them: the fact follows from
 * other operations.
 */
export const evidenceSources = {
  docs: { name: 'published docs', description: 'Pages of docs.anedya.io.' },
  'go-sdk': { name: 'Go SDK', description: '`anedyaio/anedya-go-sdk`, releases 0.0.1 and 0.0.2.' },
  'go-sdk-dev': {
    name: 'Go SDK (development)',
    description: 'Development branch of `anedyaio/anedya-go-sdk`.',
  },
  'js-sdk': {
    name: 'JavaScript SDK',
    description: '`anedyaio/anedya-js-frontend-sdk`, version 0.1.1.',
  },
  'react-dashboard': {
    name: 'React dashboard',
    description: '`anedyaio/anedya-dashboard-canvas`.',
  },
  'streamlit-dashboard': {
    name: 'Streamlit dashboard',
    description: '`anedyaio/anedya-streamlit-dashboard-example`.',
  },
  'camera-example': {
    name: 'camera example',
    description: 'Web pages of `anedyaio/anedya-camera-livestream-example`.',
  },
  'staff-client': { name: 'staff clients', description: 'Client code of Anedya staff.' },
  'c-sdk': {
    name: 'C SDK',
    description:
      '`anedyaio/anedya-dev-core`, and the same library in `anedyaio/anedya-dev-sdk-esp-idf`.',
  },
  'c-sdk-0.0.16': {
    name: 'C SDK 0.0.16',
    description: 'The newer library in `anedyaio/anedya-camera-livestream-example-esp32`.',
  },
  'python-sdk': {
    name: 'Python SDK',
    description: '`anedyaio/anedya-dev-sdk-python`, version 0.1.10.',
  },
  'esp32-example': {
    name: 'ESP32 examples',
    description: '`anedyaio/anedya-example-esp32`.',
  },
  'pico-example': {
    name: 'Raspberry Pi Pico examples',
    description: '`anedyaio/anedya-example-raspberry-pi-pico`.',
  },
  'raspberry-pi-example': {
    name: 'Raspberry Pi examples',
    description: '`anedyaio/anedya-example-raspberry-pi`.',
  },
  'modem-log': {
    name: 'modem session',
    description: 'AT-command sessions of Anedya staff with a modem.',
  },
  inferred: {
    name: 'inferred',
    description: 'No page or client code: the fact follows from similar operations.',
  },
} as const;

export type EvidenceSource = keyof typeof evidenceSources;

export const evidenceIds = Object.keys(evidenceSources) as EvidenceSource[];

/** Schema of `x-evidence`. */
export const evidenceList = {
  type: 'array',
  items: { enum: evidenceIds },
  minItems: 1,
  uniqueItems: true,
} as const;

/** Names of sources, without `inferred`: `published docs, Go SDK`. */
function sourceNames(evidence: readonly EvidenceSource[]): string {
  return evidence
    .filter((source) => source !== 'inferred')
    .map((source) => evidenceSources[source].name)
    .join(', ');
}

/** What confirms an operation: `Confirmed by: published docs, Go SDK`, `Partly confirmed by: …` or `Inferred`. */
export function evidenceText(evidence: readonly EvidenceSource[]): string {
  const names = sourceNames(evidence);
  if (names === '') return 'Inferred';
  return evidence.includes('inferred') ? `Partly confirmed by: ${names}` : `Confirmed by: ${names}`;
}
