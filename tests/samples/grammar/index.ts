import type { LanguageId, MqttClientId } from '../../../packages/code-samples/src/index.ts';
import { c, cpp, expandFormat, expandTexts } from './cpp.ts';
import type { Evaluate } from './literals.ts';
import { hideHashes, powershell } from './powershell.ts';
import { javascript, php, python, ruby } from './script-languages.ts';
import { bash, csharp, go, java, rust } from './text-languages.ts';

/** How the samples of a language are parsed without running them. */
export interface Reader {
  /** Name of a grammar of `@vscode/tree-sitter-wasm`. */
  readonly grammar: string;
  readonly evaluate: Evaluate;
  /** Rewrites what the grammar cannot parse. */
  readonly prepare?: (source: string) => string;
}

export const readers = {
  curl: { grammar: 'bash', evaluate: bash },
  nodejs: { grammar: 'javascript', evaluate: javascript },
  python: { grammar: 'python', evaluate: python },
  go: { grammar: 'go', evaluate: go },
  rust: { grammar: 'rust', evaluate: rust },
  csharp: { grammar: 'c-sharp', evaluate: csharp },
  ruby: { grammar: 'ruby', evaluate: ruby },
  php: { grammar: 'php', evaluate: php },
  java: { grammar: 'java', evaluate: java },
  powershell: { grammar: 'powershell', evaluate: powershell, prepare: hideHashes },
  c: { grammar: 'cpp', evaluate: c },
} satisfies Record<LanguageId, Reader>;

export const mqttReaders = {
  mosquitto: readers.curl,
  python: readers.python,
  nodejs: readers.nodejs,
  arduino: {
    grammar: 'cpp',
    evaluate: cpp,
    prepare: (source) => expandFormat(expandTexts(source)),
  },
} satisfies Record<MqttClientId, Reader>;
