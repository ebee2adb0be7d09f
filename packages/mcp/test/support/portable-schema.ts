/** What a model provider says about a schema: the path in it, and the reason. */
export interface Violation {
  readonly path: string;
  readonly reason: string;
}

/**
 * Keywords that OpenAI (Structured Outputs, without `strict`), Anthropic (`input_schema`) and Gemini (`Schema` of function
 * declarations) all take. Others make at least one of them reject the request with all of its tools, or are lost.
 */
const keywords = new Set([
  ...['type', 'description', 'title', 'properties', 'required', 'items', 'enum', 'default'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'format'],
]);
/** Clients remove these before they send the schema to Gemini. */
const removed = new Set(['$schema', 'additionalProperties']);

type Schema = Readonly<Record<string, unknown>>;
const types = ['object', 'array', 'string', 'integer', 'number', 'boolean'];

/** Names of functions and parameters: letters, digits, `_` and `-`, up to 64. */
export const isPortableName = (name: string): boolean => /^[A-Za-z_][\w-]{0,63}$/.test(name);

/** Returns what is not in the subset of JSON Schema that OpenAI, Anthropic and Gemini accept for arguments of tools. */
export function portabilityViolations(schema: Schema, path = ''): Violation[] {
  const found: Violation[] = [];
  const add = (reason: string) => void found.push({ path, reason });
  const { type, properties = {}, required = [], items, enum: values } = schema;
  for (const keyword of Object.keys(schema)) {
    if (!keywords.has(keyword) && !removed.has(keyword)) add(`"${keyword}"`);
  }
  // Gemini: one type, never a list of them, for each value.
  if (typeof type !== 'string' || !types.includes(type)) add('no single type');
  if (path === '' && type !== 'object') add('no object at the top');
  if (type !== 'object' && (schema.properties ?? schema.required) !== undefined)
    add('"properties" of no object');
  if (type === 'array' && typeof items !== 'object') add('an array without "items"');
  if (Array.isArray(values) && type !== 'string') add('"enum" of no string');
  const names = Object.keys(properties as Schema);
  for (const name of required as string[]) {
    if (!names.includes(name)) add(`"required" names "${name}"`);
  }
  for (const [name, part] of Object.entries(properties as Record<string, Schema>)) {
    if (!isPortableName(name)) add(`the name "${name}"`);
    found.push(...portabilityViolations(part, `${path}/${name}`));
  }
  if (typeof items === 'object' && items !== null)
    found.push(...portabilityViolations(items as Schema, `${path}/items`));
  return found;
}
