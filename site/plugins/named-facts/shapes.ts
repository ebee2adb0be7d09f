import type { Kind } from './known-names';

/** How names of one form are looked up. */
export interface Shape {
  readonly name: string;
  readonly pattern: RegExp;
  /** Kinds of names among which it must be; none where any text of this form is fine. */
  readonly kinds: readonly Kind[];
  /** The name as the documents spell it; the text itself without it. */
  readonly spelling?: (text: string) => string;
}

/** From the most particular form to the least; the first that fits counts. */
export const shapes: readonly Shape[] = [
  { name: 'UUID', pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, kinds: [] },
  { name: 'placeholder', pattern: /^\{\w+\}$/, kinds: ['address'] },
  {
    name: 'reason code or permission',
    pattern: /^\w+::\w+$/,
    kinds: ['code', 'permission'],
  },
  { name: 'MQTT topic', pattern: /^\$anedya\b|\/json$/, kinds: ['topic'] },
  { name: 'address', pattern: /^\w+:\/\/|\.anedya\.io$/, kinds: ['address'] },
  {
    name: 'path of a call',
    pattern: /^(?:[A-Z]+ )?\/[\w/<>-]+$/,
    kinds: ['path'],
    spelling: (text) => text.replace(/^POST /, '').replace(/^\/v1(?=\/)/, ''),
  },
  {
    name: 'header',
    pattern: /^(?:[A-Z][a-z]+(?:-[A-Za-z]+)*: \S|[Xx]-[Aa]nedya-|[A-Z][a-z]+-[A-Za-z]+$)/,
    kinds: ['header'],
  },
  { name: 'error code or port', pattern: /^\d{4}$/, kinds: ['number'] },
  { name: 'number', pattern: /^-?\d+(?:\.\d+)*$/, kinds: [] },
  { name: 'boolean or null', pattern: /^(?:true|false|null)$/, kinds: [] },
  { name: 'digest', pattern: /^[0-9a-f]{16,}$/, kinds: [] },
  { name: 'environment variable', pattern: /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/, kinds: [] },
  {
    name: 'file name',
    pattern: /^[\w./-]+\.(?:bin|c|der|go|ino|mjs|pem|py|txt)$/,
    kinds: [],
  },
  {
    name: 'name',
    pattern: /^/,
    kinds: ['field', 'value', 'topic', 'call', 'header', 'type', 'example'],
  },
];
