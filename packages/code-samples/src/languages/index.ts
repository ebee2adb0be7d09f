import type { Language } from '../types.ts';
import { csharp } from './csharp.ts';
import { curl } from './curl.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { nodejs } from './nodejs.ts';
import { php } from './php.ts';
import { powershell } from './powershell.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';

/** All languages, in display order. */
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
