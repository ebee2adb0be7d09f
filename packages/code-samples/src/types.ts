import type { Operation } from '@anedya-docs/openapi-model';
import type { Mapped } from '@anedya-docs/openapi-model/values';

import { type RelativeTime } from './relative-time.ts';

export type LanguageId =
  'curl' | 'nodejs' | 'python' | 'go' | 'rust' | 'csharp' | 'ruby' | 'php' | 'java' | 'powershell';

/** A language that samples are written in. */
export interface Language {
  readonly id: LanguageId;
  /** Name that readers see: `Node.js`, `C#`. */
  readonly label: string;
  /** Grammar of highlight.js: `bash`, `javascript`. */
  readonly highlight: string;
  /** Conventional file name of the program: `sample.mjs`, `Program.cs`. */
  readonly file: string;
  /** Source text of a complete program, ending in one line feed. */
  readonly render: (request: SampleRequest) => string;
}

/** A secret that the program reads from the environment and sends behind a constant prefix. */
export interface SecretHeader {
  readonly name: string;
  readonly prefix: string;
  /** Environment variable, such as `ANEDYA_API_KEY`. */
  readonly secret: string;
}

/** A header whose value is text, or a secret read from the environment behind a constant prefix. */
export type SampleHeader = { readonly name: string; readonly value: string } | SecretHeader;

/** What a program needs to know of an operation. */
export type SampleOperation = Pick<Operation, 'method' | 'path' | 'url' | 'security' | 'mqtt'> & {
  readonly request: Pick<Operation['request'], 'schema' | 'example'>;
};

/** A JSON value whose points in time are computed when the program runs. */
export type SampleValue = Mapped<RelativeTime>;

/** One HTTP request, ready to be written down. Strings are well-formed Unicode. */
export interface SampleRequest {
  /** In capitals: `POST`. */
  readonly method: string;
  readonly url: string;
  /** End of `url` that names the operation: `/node/create`. */
  readonly path: string;
  readonly headers: readonly SampleHeader[];
  readonly body: SampleValue;
}

/** One device call over MQTT. `{deviceId}` in a topic is filled in by the program, from the environment. */
export interface MqttExchange {
  readonly host: string;
  readonly port: number;
  /** Path of the root certificate, PEM. */
  readonly caFile: string;
  readonly publish: string;
  /** Topics of the response, that of successes first. */
  readonly responseTopics: readonly string[];
  /** An object that holds `reqId`, 1 to 36 characters. */
  readonly body: SampleObject;
}

export type SampleObject = Record<string, SampleValue>;

export type MqttClientId = 'mosquitto' | 'python' | 'nodejs' | 'arduino';

/** A client library or tool that MQTT samples are written for. */
export interface MqttClient {
  readonly id: MqttClientId;
  readonly label: string;
  /** Grammar of highlight.js. */
  readonly highlight: string;
  readonly file: string;
  /** Source text of a complete program, ending in one line feed. */
  readonly render: (exchange: MqttExchange) => string;
}
