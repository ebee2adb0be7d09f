import type { Place } from './place.ts';
import type { Tag } from './types.ts';

/** Reads the tags of a document. */
export function readTags(place: Place): Tag[] {
  return place.items().map((tag) => ({
    name: tag.at('name').text ?? '',
    description: tag.at('description').text ?? '',
  }));
}

/**
 * The tag of an operation, which is the chapter its page stands in.
 * @throws DocumentError for a tag that is missing, not declared, or one of several
 */
export function readTag(operation: Place, declared: readonly Tag[]): string {
  const [tag, second] = operation.at('tags').items();
  const name = tag?.text;
  if (!tag || name === undefined) throw operation.error('an operation needs a tag');
  if (second) throw second.error('an operation has one tag');
  if (!declared.some((candidate) => candidate.name === name)) {
    throw tag.error(`tag "${name}" is not declared`);
  }
  return name;
}
