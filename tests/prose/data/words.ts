/** A word or a phrase to avoid, and what to write instead. Matched as whole words, in any case. */
export interface Avoided {
  readonly pattern: string;
  readonly instead: string;
  /** Correct phrases with such a word, in lower case. */
  readonly allowed?: readonly string[];
}

const leaveOut = 'leave it out';
const reader =
  'speak to the reader ("you"), or name who acts: the platform, the device, the back end';

/** Words without information, praise, and long words for short ones. */
export const avoided: readonly Avoided[] = [
  // What is simple for the writer may not be simple for the reader.
  { pattern: 'simply', instead: leaveOut },
  { pattern: 'just', instead: `${leaveOut}, or write "only"` },
  { pattern: 'easy|easily|effortless(?:ly)?', instead: 'say what the reader does' },
  { pattern: 'obviously|of course|clearly|needless to say', instead: leaveOut },
  { pattern: 'basically|actually|really|quite', instead: leaveOut },
  { pattern: 'please', instead: 'give the instruction without it' },
  // Long words for short ones.
  { pattern: 'leverag(?:e|es|ed|ing)', instead: '"use"' },
  { pattern: 'utili[sz](?:e|es|ed|ing|ation)', instead: '"use"' },
  { pattern: 'in order to', instead: '"to"' },
  { pattern: 'due to the fact that', instead: '"because"' },
  { pattern: 'prior to', instead: '"before"' },
  { pattern: 'subsequent(?:ly)?', instead: '"later" or "then"' },
  { pattern: 'at this point in time', instead: '"now"' },
  { pattern: 'in the event that', instead: '"if"' },
  { pattern: 'a number of', instead: 'the number, or "several"' },
  { pattern: 'facilitat(?:e|es|ed|ing)', instead: 'name what it does' },
  { pattern: 'via', instead: '"over", "through" or "with"' },
  { pattern: 'etc', instead: 'the whole list, or "such as" before it' },
  { pattern: 'and/or', instead: '"or", or "both"' },
  { pattern: 'e\\.g', instead: '"for example" or "such as"' },
  { pattern: 'i\\.e', instead: '"that is"' },
  // Praise.
  { pattern: 'seamless(?:ly)?|robust(?:ly)?|powerful|blazing(?:ly)?', instead: 'say what it does' },
  {
    pattern: 'cutting-edge|state-of-the-art|best-in-class|world-class',
    instead: 'say what it does',
  },
  // Address the reader, not "we".
  { pattern: "we|our|ours|let's", instead: reader },
  // Offensive terms, with the standard alternatives.
  { pattern: 'whitelist(?:s|ed|ing)?', instead: '"allow list"' },
  { pattern: 'blacklist(?:s|ed|ing)?', instead: '"deny list"' },
];

/** Words with a standard term in HTTP, MQTT or OpenAPI, and phrases that a native speaker does not write. */
export const nonstandard: readonly Avoided[] = [
  { pattern: 'answer(?:s|ed|ing)?', instead: '"response", or "respond"' },
  {
    pattern: 'refus(?:e|es|ed|ing|als?)',
    instead: '"reject", "deny", or "rejection"',
    allowed: ['connection refused'],
  },
  {
    pattern: 'faults?',
    instead: '"error", "violation", or "invalid"',
    allowed: ['fault injection', 'fault-tolerant', 'inject faults', 'faults injected'],
  },
  { pattern: 'moments?', instead: '"time", "timestamp", or "date"' },
  { pattern: 'surroundings', instead: '"environment", "context", or "dependencies"' },
  { pattern: 'whom', instead: 'name the client, the user, or the program' },
  {
    pattern: 'rooms?',
    instead: '"quota", "limit", "capacity", or "space"',
    allowed: ['room temperature', 'a room with'],
  },
  { pattern: 'the place of', instead: '"replace", or "instead of"' },
  {
    pattern: '(?:drop|end)(?:s|ed|ped)? (?:an? |the |this )?projects?',
    instead: '"delete" or "expire"',
  },
  { pattern: 'under way', instead: '"in progress", "running", or "in flight"' },
  {
    pattern: 'st(?:ands?|ood) (?:in|on|under|beside|below|above|behind|before|at|where|there)',
    instead: '"is", or "see"',
  },
  { pattern: 'as (?:it|they) stands?', instead: '"unchanged", or leave it out' },
  { pattern: 'c[ao]me about', instead: '"could not", or "happen"' },
  { pattern: 'in place of', instead: '"instead of"' },
  { pattern: 'any more', instead: '"anymore", or "no longer"' },
  { pattern: 'anew', instead: '"again", "reset", or "recreate"' },
  { pattern: 'whoever', instead: 'name the person or the program' },
  { pattern: 'nothing but', instead: '"only"' },
  { pattern: 'all the same', instead: '"anyway", or leave it out' },
  { pattern: 'of (?:its|their|your|my) own', instead: '"separate", or "its", "their", "your"' },
  { pattern: 'of (?:yours|theirs)', instead: '"your", or "their"' },
  {
    pattern: '(?:is|are) not (?:yet )?(?:confirmed|known)',
    instead: '"unknown", "unconfirmed", or "Anedya does not document"',
  },
  {
    pattern:
      '(?:a|the|each|every|this|no|any|one|another|past|own|documented|device|platform|raw|mqtt|hostile) calls?' +
      '|(?:run|expect|load|resolve) calls?' +
      '|call (?:errors?|tables?|pages?|data|links?|samples|routes?|deps|outcome|failure|named|to resend)',
    instead: '"operation" for an endpoint, or "request" for what is sent',
    allowed: ['the call to', 'no calls home'],
  },
];
