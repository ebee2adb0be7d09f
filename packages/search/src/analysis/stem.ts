const vowel = /[aeiouy]/;

/** Verb forms that no rule covers. A word that is also a noun, such as `left`, is not among them. */
const irregular: ReadonlyMap<string, string> = new Map(
  Object.entries({
    begin: 'began begun',
    break: 'broke broken',
    build: 'built',
    buy: 'bought',
    choose: 'chose chosen',
    find: 'found',
    forget: 'forgot forgotten',
    give: 'gave given',
    hold: 'held',
    keep: 'kept',
    lose: 'lost',
    run: 'ran',
    send: 'sent',
    stick: 'stuck',
    take: 'took taken',
    tell: 'told',
    write: 'wrote written',
  }).flatMap(([verb, forms]) => forms.split(' ').map((form) => [form, verb] as const)),
);

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

/** British spelling to American: `synchronise`, `authorisation`, `behaviour`, `analyse`, `metre`, `catalogue`. */
function american(word: string): string {
  // Few words have such an ending, and one test is faster than five.
  if (
    !/(?:is(?:e|ed|es|ing|ations?)|our(?:s|ed|ing|ite)?|ys(?:e|ed|es|ing)|res?|ogues?)$/.test(word)
  )
    return word;
  return word
    .replace(/^(.{4,})is(e|ed|es|ing|ation|ations)$/, '$1iz$2')
    .replace(/^(.{3,})our(s|ed|ing|ite)?$/, '$1or$2')
    .replace(/^((?:an|cat|par)al)ys(e|ed|es|ing)$/, '$1yz$2')
    .replace(/^(cent|met|fib|lit)re(s)?$/, '$1er$2')
    .replace(/^(catal|dial|anal)ogue(s)?$/, '$1og$2');
}

/** Returns a word in the singular and in American spelling: `nodes` and `node`, `authorise` and `authorize` are the same word. */
export function singular(word: string): string {
  return withoutPlural(american(word));
}

/**
 * What the forms of a word have in common: `policy` and `policies`, `update`, `updated` and `updating`. The result is not a
 * word; it is only compared. Words with digits are unchanged.
 */
export function stem(word: string): string {
  if (word.length < 4 || /\P{L}/u.test(word)) return word;
  const verb = irregular.get(word) ?? word;
  // British English doubles the last letter of longer verbs: `cancelled`.
  const base = withoutEnding(withoutPlural(american(verb))).replace(/^(.{3,}[eo]l)l$/, '$1');
  return base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base;
}

/**
 * What verbs and their nouns have in common: `authorize` and `authorization`, `deploy` and `deployment`.
 * @param base the stem of the word
 */
export function root(word: string, base = stem(word)): string {
  if (base.length < 5 || base === word.slice(0, 4)) return base;
  return base.replace(/^(.{4,}?)(?:ation|ment|at)$/, '$1').replace(/^(.{4,})ion$/, '$1');
}
