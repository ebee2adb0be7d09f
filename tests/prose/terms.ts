import { terms as glossary } from '../../site/content/glossary/terms.ts';

/** A term with one form. */
export interface Term {
  /** The form on pages. A form in lower case is capitalized at the start of a sentence. */
  readonly forms: readonly string[];
  /** All forms, correct or not: a regular expression that matches whole words, without case. */
  readonly pattern: string;
}

const anySpelling = (form: string) => form.replaceAll(/[ -]/g, '[ _-]?');

const term = (...forms: readonly string[]): Term => ({
  forms,
  pattern: [...new Set(forms.map(anySpelling))].join('|'),
});

/** Glossary terms of several words: "connection key", never "connection-key" or "Connection Key". */
const fromGlossary = glossary
  .flatMap(({ name, forms = [] }) => [name, ...forms])
  .filter((form) => form.includes(' '))
  .map((form) => term(form));

/** A compound has a hyphen before the noun it describes: "your back end", "the back-end call". */
const compound = (form: string) => term(form, form.replaceAll(' ', '-'));

export const terms: readonly Term[] = [
  ...fromGlossary,
  // Terms of the platform.
  compound('access token'),
  term('access tokens'),
  term('API key'),
  term('API keys'),
  term('datapoint'),
  term('datapoints'),
  term('display name'),
  term('heartbeat'),
  term('id'),
  term('ids'),
  term('time series'),
  compound('value store'),
  // Terms of the field.
  compound('back end'),
  compound('front end'),
  compound('back ends'),
  compound('front ends'),
  term('base64'),
  compound('camel case'),
  compound('lower case'),
  term('firmware'),
  term('keep-alive'),
  term('key-value'),
  compound('real time'),
  term('timeout'),
  term('timestamp'),
  term('timestamps'),
  term('user name'),
  term('over-the-air'),
  // Names.
  term('Anedya'),
  term('Arduino'),
  term('ArduinoJson'),
  term('ESP32'),
  term('ESP8266'),
  term('ESP-IDF'),
  term('HTTP'),
  term('HTTPS'),
  term('JavaScript'),
  term('JSON'),
  term('MicroPython'),
  term('MQTT'),
  { forms: ['Node.js'], pattern: 'node[ .]?js' },
  term('OTA'),
  term('PubSubClient'),
  term('Python'),
  term('QoS'),
  term('Raspberry Pi'),
  { forms: ['SHA-256'], pattern: 'sha[ -]?256' },
  term('TLS'),
  term('Unix'),
  term('UTC'),
  term('UUID'),
  term('UUIDs'),
  term('WebSocket'),
  term('WebSockets'),
  term('Wi-Fi'),
];
