const vowel = /[aeiouy]/;

function withoutPlural(word: string): string {
  if (word.length < 4 || !word.endsWith('s')) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  return /(?:ss|x|ch|sh|us)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** `sending` and `stopped` to `send` and `stop`; a syllable must remain, so `string`, `ping` and `speed` stay. */
function withoutEnding(word: string): string {
  const ending = /(?:ing|[^e]ed)$/.exec(word);
  if (!ending) return word;
  const rest = word.slice(0, word.endsWith('ing') ? -3 : -2);
  if (rest.length < 3 || !vowel.test(rest)) return word;
  return /([bdgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}

/** British spelling to American: `synchronise`, `authorisation`. */
function american(word: string): string {
  return word.replace(/^(.{4,})is(e|ed|es|ing|ation|ations)$/, '$1iz$2').replace(/our$/, 'or');
}

/**
 * What the forms of a word have in common: `policy` and `policies`, `update`, `updated` and `updating`. The result is no
 * word; it is only compared. Words with digits stay as they are.
 */
export function stem(word: string): string {
  if (word.length < 4 || /\P{L}/u.test(word)) return word;
  const base = withoutEnding(withoutPlural(american(word)));
  return base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base;
}

/** What verbs and their nouns have in common: `authorize` and `authorization`, `deploy` and `deployment`. */
export function root(word: string): string {
  const base = stem(word);
  if (base.length < 5 || base === word.slice(0, 4)) return base;
  return base.replace(/^(.{4,}?)(?:ation|ment|at)$/, '$1').replace(/^(.{4,})ion$/, '$1');
}
