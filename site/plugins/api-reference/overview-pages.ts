import type { ApiDocument } from '@anedya-docs/openapi-model';
import type { ApiPlace } from './documents';
import { firstSentence, frontMatter, inlineCode, table } from './markdown';

/** The index page of an API: every call in a table a tag. */
export function indexPage(place: ApiPlace, document: ApiDocument): string {
  const sections = document.tags.flatMap((tag) => [
    `## ${tag.name}`,
    tag.description,
    table(
      ['Call', 'Path', 'What it does'],
      document.operations
        .filter((operation) => operation.tag === tag.name)
        .map((operation) => [
          `[${operation.title}](/${place.folder}/${operation.id}/)`,
          inlineCode(operation.path),
          `${firstSentence(operation.description)}${operation.provisional ? ' **Provisional.**' : ''}`,
        ]),
    ),
  ]);
  const count = document.operations.length;
  return [
    frontMatter({
      title: place.indexTitle,
      description: `All ${count} calls of the ${document.title}, grouped by what they act on.`,
      sidebar_label: 'All calls',
    }),
    `All ${count} calls of the ${document.title}. Every call is a \`POST\` with a JSON body. ` +
      `Addresses, credentials and answers common to all of them stand in the [introduction](/${place.folder}/${place.introduction}/).`,
    ...sections,
    '',
  ].join('\n\n');
}

/** The introduction of an API: what all its calls share. */
export function introductionPage(place: ApiPlace, document: ApiDocument): string {
  return [
    frontMatter({
      title: `${place.indexTitle} introduction`,
      description: firstSentence(document.description),
      sidebar_label: 'Introduction',
    }),
    document.description,
    '## Addresses',
    table(
      ['Base URL', 'Use'],
      document.servers.map((server) => [inlineCode(server.url), server.description]),
    ),
    '## Groups of calls',
    table(
      ['Group', 'What it covers'],
      document.tags.map((tag) => [tag.name, tag.description]),
    ),
    `The [index of all calls](/${place.folder}/) lists them one by one.`,
    '',
  ].join('\n\n');
}
