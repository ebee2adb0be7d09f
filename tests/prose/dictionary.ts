import {
  finalizeSettings,
  getDefaultBundledSettingsAsync,
  getDictionary,
  type SpellingDictionary,
} from 'cspell-lib';

/** American English and technical terms. Programs are not checked, so there are no programming languages. */
const dictionaries = [
  'en_us',
  'softwareTerms',
  'software-tools',
  'networking-terms',
  'web-services',
  'computing-acronyms',
  'coding-compound-terms',
];

/** Loads the dictionaries: a second or two, so once for all pages. */
export async function loadDictionary(): Promise<SpellingDictionary> {
  const bundled = await getDefaultBundledSettingsAsync();
  const settings = { ...bundled, language: 'en-US', languageSettings: [], dictionaries };
  return getDictionary(finalizeSettings(settings));
}
