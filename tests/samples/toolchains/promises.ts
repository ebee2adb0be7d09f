import type { LanguageId, MqttClientId } from '../../../packages/code-samples/src/index.ts';
import type { BodyForm } from '../support/expectation.ts';

/** What the README of `packages/code-samples` promises about the programs of a language. */
export interface LanguagePromise {
  readonly body: BodyForm;
  /** Exit code for a status other than 2xx. */
  readonly status: number;
  /** Where the program prints the body of such a response. */
  readonly failure: 'stdout' | 'stderr';
  /** Exit code when nobody listens. */
  readonly network: number;
  /** Exit code for HTTP 200 with `"success": false`. */
  readonly unsuccessful: number;
}

const usual: LanguagePromise = {
  body: 'value',
  status: 1,
  failure: 'stderr',
  network: 1,
  unsuccessful: 1,
};

const text: LanguagePromise = { ...usual, body: 'text' };

export const promises: Readonly<Record<LanguageId, LanguagePromise>> = {
  // The heredoc ends the body with a line feed. A shell cannot read JSON; the sample says so in a comment. curl has exit
  // its own exit codes: 22 for a failing status, whose response it prints anyway, and 7 when nothing listens.
  curl: {
    body: 'text and a line feed',
    status: 22,
    failure: 'stdout',
    network: 7,
    unsuccessful: 0,
  },
  nodejs: usual,
  python: usual,
  go: text,
  rust: text,
  csharp: text,
  ruby: usual,
  php: usual,
  // The standard library cannot read JSON, either.
  java: { ...text, unsuccessful: 0 },
  powershell: usual,
};

/** How exactly each MQTT client reproduces the body. */
export const mqttBodyForms: Readonly<Record<MqttClientId, BodyForm>> = {
  mosquitto: 'text',
  python: 'value',
  nodejs: 'value',
  arduino: 'text',
};
