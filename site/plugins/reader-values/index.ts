import type { Plugin } from '@docusaurus/types';
import { apiPlaces, readApi } from '../api-reference/documents';
import { factsOf } from './facts-of';

/**
 * Hands what the API documents say about regions, topics and example ids to the code that shows a reader's own values.
 * It is a file of data of its own, which only readers who use such values download.
 */
export default function readerValues(): Plugin {
  return {
    name: 'reader-values',
    getPathsToWatch: () => apiPlaces.map(({ file }) => file),
    contentLoaded: async ({ actions }) => {
      const apis = await Promise.all(apiPlaces.map(({ name }) => readApi(name)));
      await actions.createData('facts.json', factsOf(apis.map(({ document }) => document)));
    },
  };
}
