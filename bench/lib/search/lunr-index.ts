import type { SearchRecord } from '@anedya-docs/search';
import lunr from 'lunr';
import { lunrDocuments } from './lunr-documents.ts';

/**
 * The JSON text that a page with Lunr loads: the index and, as Lunr keeps none, the documents. The Docusaurus plugins
 * boost titles over headings over content in the same way; here by 5, 3 and 1.
 */
export function buildLunrIndex(records: readonly SearchRecord[]): string {
  const documents = lunrDocuments(records);
  const index = lunr((builder) => {
    builder.ref('id');
    builder.field('title', { boost: 5 });
    builder.field('heading', { boost: 3 });
    builder.field('content');
    for (const [id, document] of documents.entries()) builder.add({ id, ...document });
  });
  return JSON.stringify({ documents, index });
}
