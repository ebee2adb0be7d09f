import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';

const typeOf = (value: JsonValue) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Texts that differ between projects. */
const placeholder = /example|^0{64}$/i;

/** A smaller number is a code, a count or a measurement; a larger one is a timestamp. */
const smallestTimestamp = 1e9;

function numberDifference(shown: number, real: number): string | undefined {
  if (shown < smallestTimestamp) return undefined;
  const ratio = real / shown;
  return ratio > 0.5 && ratio < 2 ? undefined : `is ${real}, of another unit than ${shown}`;
}

function objectDifference(
  shown: Readonly<Record<string, JsonValue>>,
  real: Readonly<Record<string, JsonValue>>,
  place: string,
): string | undefined {
  const missing = Object.keys(shown).filter((key) => !Object.hasOwn(real, key));
  const added = Object.keys(real).filter((key) => !Object.hasOwn(shown, key));
  if (missing.length > 0)
    return `${place}: the page shows ${missing.join(', ')}, which is not there`;
  if (added.length > 0) return `${place}: the page does not show ${added.join(', ')}`;
  return Object.entries(shown)
    .map(([key, value]) => shapeDifference(value, real[key] ?? null, `${place}.${key}`))
    .find((difference) => difference !== undefined);
}

/** The first actual entry must match the first one on the page; others are not compared. */
function listDifference(
  [shown]: readonly JsonValue[],
  [real]: readonly JsonValue[],
  place: string,
): string | undefined {
  if (shown === undefined) return undefined;
  if (real === undefined) return `${place}: is empty`;
  return shapeDifference(shown, real, `${place}[0]`);
}

/**
 * Compares an actual response with the one on a page: keys, types, texts, booleans, units of time. Both must contain the
 * reader's ids.
 * @returns the path of the first difference and its description, undefined when they match
 */
export function shapeDifference(
  shown: JsonValue,
  real: JsonValue,
  place = '$',
): string | undefined {
  if (typeOf(shown) !== typeOf(real))
    return `${place}: is ${typeOf(real)}, shown as ${typeOf(shown)}`;
  if (Array.isArray(shown)) return listDifference(shown, real as JsonValue[], place);
  if (typeof shown === 'object' && shown !== null) {
    return objectDifference(shown, real as Record<string, JsonValue>, place);
  }
  if (typeof shown === 'number') {
    const difference = numberDifference(shown, real as number);
    return difference && `${place}: ${difference}`;
  }
  if (typeof shown === 'string' && placeholder.test(shown)) return undefined;
  return shown === real
    ? undefined
    : `${place}: is ${JSON.stringify(real)}, shown as ${JSON.stringify(shown)}`;
}
