import { isTypedNumber, type ExactValue } from '@anedya-docs/openapi-model/typed-number';

/** Noncharacters of Unicode that enclose the name of a variable in the strings of a body. */
export const [open, close] = ['\ufdd0', '\ufdd2'] as const;

/** A reference to a variable, as part of a string. @param name letters, digits and `_` */
export const mark = (name: string) => `${open}${name}${close}`;

/** Shorter texts would occur by chance, and are no secrets. */
const shortestSecret = 8;

/** Variables by the secret that they stand for. */
export type Secrets = ReadonlyMap<string, string>;

/** Replaces secrets in the strings and names of a body with their variables. */
export function maskSecrets(body: ExactValue, secrets: Secrets): ExactValue {
  // A secret can be part of another one.
  const known = [...secrets]
    .filter(([secret]) => secret.length >= shortestSecret)
    .sort(([one], [other]) => other.length - one.length);
  const masked = (text: string) =>
    known.reduce((rest, [secret, name]) => rest.replaceAll(secret, mark(name)), text);
  const walk = (value: ExactValue): ExactValue => {
    if (typeof value === 'string') return masked(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null || isTypedNumber(value)) return value;
    const fields = Object.entries(value).map(([key, item]) => [masked(key), walk(item)]);
    return Object.fromEntries(fields) as ExactValue;
  };
  return walk(body);
}
