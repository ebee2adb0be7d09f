import { c } from './languages/c.ts';
import { csharp } from './languages/csharp.ts';
import { curl } from './languages/curl.ts';
import { go } from './languages/go.ts';
import { java } from './languages/java.ts';
import { nodejs } from './languages/nodejs.ts';
import { php } from './languages/php.ts';
import { powershell } from './languages/powershell.ts';
import { python } from './languages/python.ts';
import { ruby } from './languages/ruby.ts';
import { rust } from './languages/rust.ts';
import { arduino } from './mqtt/arduino.ts';
import { mosquitto } from './mqtt/mosquitto.ts';
import { nodejs as mqttNodejs } from './mqtt/nodejs.ts';
import { python as mqttPython } from './mqtt/python.ts';
import type { Language, MqttClient, SampleOperation } from './types.ts';

export { arazzo, type UploadStep, type WorkflowStep } from './arazzo.ts';
export { mqttExchange } from './mqtt/exchange.ts';
export { isReaderId } from './reader-id.ts';
export { isRelativeTime, relativeTime } from './relative-time.ts';
export { sampleRequest } from './sample-request.ts';
export type {
  Language,
  LanguageId,
  MqttClient,
  MqttClientId,
  MqttExchange,
  SampleObject,
  SampleRequest,
  SampleValue,
} from './types.ts';

/** The languages of every operation, in display order. */
export const languages: readonly Language[] = [
  curl,
  nodejs,
  python,
  go,
  rust,
  csharp,
  ruby,
  php,
  java,
  powershell,
];

/** All languages. Programs of devices are in C, too. */
export const allLanguages: readonly Language[] = [...languages, c];

/** The languages of an operation: C for those that a device sends with its connection key. */
export const languagesOf = ({
  security,
}: Pick<SampleOperation, 'security'>): readonly Language[] =>
  security[0]?.kind === 'key' ? allLanguages : languages;

/** All MQTT clients, in display order. */
export const mqttClients: readonly MqttClient[] = [mosquitto, mqttPython, mqttNodejs, arduino];
