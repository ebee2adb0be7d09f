import { editedTexts } from '@site/src/components/text-substitution';
import facts from './facts';
import { valuesInUse } from './in-use';
import { placeholderEdits } from './placeholders';

/** Returns a program or a file of settings with the values in use instead of its placeholders. */
export function withValuesInUse(source: string): string {
  return editedTexts([source], placeholderEdits(source, valuesInUse(), facts)).join('');
}
