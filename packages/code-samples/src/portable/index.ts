import { bruno, postman } from './collections.ts';
import type { PortableFormat } from './format.ts';
import { har, workflow } from './records.ts';
import { shell } from './shell.ts';
import { httpFile, hurl } from './text-formats.ts';

/** All portable formats. */
export const portableFormats: readonly PortableFormat[] = [
  shell,
  httpFile,
  hurl,
  bruno,
  postman,
  har,
  workflow,
];

export { requiredNames, usageOf, type PortableFormat } from './format.ts';
export {
  portableSet,
  type MessageEntry,
  type PortableEntry,
  type PortableOperation,
  type PortableSet,
} from './set.ts';
