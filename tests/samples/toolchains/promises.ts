import type { LanguageId, MqttClientId } from '../../../packages/code-samples/src/index.ts';
import type { BodyForm } from '../support/expectation.ts';

/** Documented behavior of the programs of a language (README of `packages/code-samples`). */
export interface LanguagePromise {
  readonly body: BodyForm;
  /** Exit code for a status other than 2xx. */
  readonly status: number;
  /** Stream on which the program prints the body of such a response. */
  readonly failure: 'stdout' | 'stderr';
  /** Exit code when nothing listens. */
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
  // The heredoc ends the body with a line feed. A shell cannot parse JSON; the sample says so in a comment. curl has its own
  // exit codes: 22 for an HTTP error, whose response it still prints, and 7 when nothing listens.
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
  // The standard library cannot parse JSON, either.
  java: { ...text, unsuccessful: 0 },
  powershell: usual,
  // The standard library cannot parse JSON. libcurl prints the response before its status is checked.
  c: { ...text, failure: 'stdout', unsuccessful: 0 },
};

/** How exactly each MQTT client reproduces the body. */
export const mqttBodyForms: Readonly<Record<MqttClientId, BodyForm>> = {
  mosquitto: 'text',
  python: 'value',
  nodejs: 'value',
  arduino: 'text',
};
