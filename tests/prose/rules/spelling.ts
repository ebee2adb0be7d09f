import { createTextDocument, DocumentValidator } from 'cspell-lib';
import type { Finding, Page } from '../page.ts';
import { spellingFile } from '../spelling-settings.ts';
import { blocksOf, placeholder } from '../text/blocks.ts';

/**
 * Spelling in American English, by cspell with the settings of the repository. Loading the dictionaries takes a second or two.
 * Pages must be checked one after another.
 */
export async function loadSpelling(): Promise<(page: Page) => Promise<Finding[]>> {
  const validator = await DocumentValidator.create(
    createTextDocument({ uri: 'file:///page.txt', content: '', languageId: 'plaintext' }),
    {
      configFile: spellingFile,
      noConfigSearch: true,
      generateSuggestions: true,
      numSuggestions: 3,
    },
    {},
  );
  return async (page) => {
    const blocks = blocksOf(page).map((block) => ({
      ...block,
      text: block.text.replaceAll(placeholder, ' '),
    }));
    await validator.updateDocumentText(blocks.map(({ text }) => text).join('\n'));
    const issues = validator.checkDocument(true);
    let start = 0;
    return blocks.flatMap(({ text, lineAt }) => {
      const end = start + text.length;
      const found = issues
        .filter(({ offset }) => offset >= start && offset < end)
        .map(({ text: word, offset, suggestionsEx = [] }) => {
          const list = suggestionsEx.map((one) => `"${one.word}"`).join(', ');
          const message = `"${word}": write ${list || 'another word'}, or add it to cspell.config.yaml`;
          return { file: page.file, line: lineAt(offset - start), rule: 'spelling', message };
        });
      start = end + 1;
      return found;
    });
  };
}
