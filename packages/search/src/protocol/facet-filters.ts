import { protocolErrors } from './errors.ts';
import { limits } from './limits.ts';
import { decodeList, readText, type Given } from './values.ts';

/** One condition of `facetFilters`. */
export interface FacetCondition {
  readonly attribute: string;
  readonly value: string;
  /** The attribute must not have the value. */
  readonly negated: boolean;
}

/** All groups must hold; of a group, one condition. */
export type FacetConditions = readonly (readonly FacetCondition[])[];

/**
 * Reads `attribute:value`, `attribute:-value` and `-attribute:value`; `attribute:\-value` stands for a value that
 * starts with a minus sign (https://www.algolia.com/doc/api-reference/api-parameters/facetFilters).
 */
function readCondition(given: Given): FacetCondition {
  const text = readText(given, limits.queryBytes);
  const parts = /^(-?)([^:]+):(-?)(.*)$/s.exec(text);
  if (!parts?.[2]) throw protocolErrors.badValue(given.place, '"attribute:value"');
  const [, before, attribute, after, value = ''] = parts;
  return {
    attribute,
    value: value.replace(/^\\-/, '-'),
    negated: (before === '-') !== (after === '-'),
  };
}

/** Reads `facetFilters`: a list, the same as JSON text, or one condition; conditions in a string split at commas. */
export function readFacetFilters(given: Given): FacetConditions {
  const { place } = given;
  const decoded = decodeList(given);
  const outer = typeof decoded === 'string' ? decoded.split(',').filter(Boolean) : decoded;
  if (!Array.isArray(outer)) throw protocolErrors.badValue(place, 'a list of filters');
  let count = 0;
  return outer.map((entry: unknown, at) => {
    const inner: unknown[] = Array.isArray(entry) ? entry : [entry];
    count += inner.length;
    if (count > limits.facetFilters || outer.length > limits.facetFilters) {
      throw protocolErrors.badValue(place, `at most ${limits.facetFilters} filters`);
    }
    return inner.map((value, position) =>
      readCondition({
        value,
        place: Array.isArray(entry) ? `${place}[${at}][${position}]` : `${place}[${at}]`,
      }),
    );
  });
}
