import type { IndexSettings } from 'algoliasearch';
import { levels } from '@anedya-docs/search';

/**
 * Settings of the provider's index: what is searched, filtered and ranked, so that it answers as this site's own engine
 * does: titles over headings over text, and the pages most readers want first.
 */
export const indexSettings = {
  searchableAttributes: [
    ...levels.slice(1).map((level) => `unordered(hierarchy.${level})`),
    'unordered(keywords)',
    'unordered(hierarchy.lvl0)',
    'content',
  ],
  unretrievableAttributes: ['keywords'],
  attributesForFaceting: ['language', 'docusaurus_tag', 'version', 'type', 'hierarchy.lvl0'],
  attributesToHighlight: ['hierarchy', 'content'],
  attributesToSnippet: ['content:10'],
  customRanking: ['desc(weight.page_rank)', 'desc(weight.level)', 'asc(weight.position)'],
  ranking: ['words', 'filters', 'typo', 'attribute', 'proximity', 'exact', 'custom'],
  advancedSyntax: true,
  ignorePlurals: true,
  minWordSizefor1Typo: 4,
  minWordSizefor2Typos: 8,
  allowTyposOnNumericTokens: false,
  removeWordsIfNoResults: 'allOptional',
  // Codes, paths and topics are found by their punctuation as well.
  separatorsToIndex: '_:$/',
} satisfies IndexSettings;
