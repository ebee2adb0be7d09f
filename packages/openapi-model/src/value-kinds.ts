/**
 * What the examples of a text can stand for (`x-value`): values that a reader has or makes, so that a page can show theirs.
 * A spare node has no device yet, or is not needed any more; a new id or variable is one that nothing has. A failed asset is
 * one whose parts could not be joined. A project of the sandbox tells its own value of each kind (`examples`).
 */
export const valueKinds = [
  'node id',
  'spare node id',
  'device id',
  'new device id',
  'binding secret',
  'new variable',
  'token id',
  'token secret',
  'command id',
  'asset id',
  'new asset id',
  'failed asset id',
  'deployment id',
] as const;

export type ValueKind = (typeof valueKinds)[number];

/** What takes the place of examples, as far as it is known. */
export type Examples = Readonly<Partial<Record<ValueKind, string>>>;
