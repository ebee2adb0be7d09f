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
      const [platform, device] = await Promise.all([readApi('platform'), readApi('device')]);
      const facts = factsOf({ platform: platform.document, device: device.document });
      await actions.createData('facts.json', facts);
    },
  };
}
