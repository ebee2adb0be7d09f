import type { Operation } from '@anedya-docs/openapi-model';
import type { TypedNumber } from '@anedya-docs/openapi-model/typed-number';
import type { Mapped } from '@anedya-docs/openapi-model/values';

import type { Computed } from './reader-id.ts';

export type LanguageId =
  | 'curl'
  | 'nodejs'
  | 'python'
  | 'go'
  | 'rust'
  | 'csharp'
  | 'ruby'
  | 'php'
  | 'java'
  | 'powershell'
  | 'c';

/** A language of code samples. */
export interface Language {
  readonly id: LanguageId;
  /** Display name: `Node.js`, `C#`. */
  readonly label: string;
  /** Grammar for highlight.js: `bash`, `javascript`. */
  readonly highlight: string;
  /** Conventional file name of the program: `sample.mjs`, `Program.cs`. */
  readonly file: string;
  /** Returns the source text of a complete program, ending in one line feed. */
  readonly render: (request: SampleRequest) => string;
}

/** A header with a secret that the program reads from the environment. The value is `prefix` and the secret. */
export interface SecretHeader {
  readonly name: string;
  readonly prefix: string;
  /** Environment variable, such as `ANEDYA_API_KEY`. */
  readonly secret: string;
}

/** A header with a constant value or a secret. */
export type SampleHeader = { readonly name: string; readonly value: string } | SecretHeader;

/** Parts of an operation that samples need. */
export type SampleOperation = Pick<Operation, 'method' | 'path' | 'url' | 'security' | 'mqtt'> & {
  readonly request: Pick<Operation['request'], 'schema' | 'example'>;
};

/** A JSON value whose timestamps can be relative, whose ids can come from the environment, and whose numbers are as typed. */
export type SampleValue = Mapped<Computed | TypedNumber>;

/** The HTTP request of a sample. Strings are well-formed Unicode. */
export interface SampleRequest {
  /** Upper case: `POST`. */
  readonly method: string;
  readonly url: string;
  /** Path of the operation, the end of `url`: `/node/create`. */
  readonly path: string;
  readonly headers: readonly SampleHeader[];
  readonly body: SampleValue;
}

/** A device operation over MQTT. The program replaces `{deviceId}` in topics with the value from the environment. */
export interface MqttExchange {
  readonly host: string;
  readonly port: number;
  /** Path of the root certificate in PEM format. */
  readonly caFile: string;
  readonly publish: string;
  /** Topics of the response; the topic for successful responses is first. */
  readonly responseTopics: readonly string[];
  /** Contains `reqId`, 1 to 36 characters. */
  readonly body: SampleObject;
}

export type SampleObject = Record<string, SampleValue>;

export type MqttClientId = 'mosquitto' | 'python' | 'nodejs' | 'arduino';

/** A client library or command-line tool of MQTT samples. */
export interface MqttClient {
  readonly id: MqttClientId;
  readonly label: string;
  /** Grammar for highlight.js. */
  readonly highlight: string;
  readonly file: string;
  /** Returns the source text of a complete program, ending in one line feed. */
  readonly render: (exchange: MqttExchange) => string;
}
