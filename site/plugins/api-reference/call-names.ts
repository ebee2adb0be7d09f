import type { ApiDocument } from '@anedya-docs/openapi-model';
import type { ApiPlace } from './documents';

const fences = /^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm;

/** Ids of several words: a single one, such as `check` or `submitdata`, can just as well be a value or a topic. */
const callName = /`([a-z0-9]+(?:-[a-z0-9]+)+)`/g;

/** Text outside fenced blocks, changed; the blocks as they are. */
function outsideFences(markdown: string, change: (text: string) => string): string {
  let end = 0;
  let result = '';
  for (const fence of markdown.matchAll(fences)) {
    result += change(markdown.slice(end, fence.index)) + fence[0];
    end = fence.index + fence[0].length;
  }
  return result + change(markdown.slice(end));
}

/** Turns the id of a call in the text of a document (`node-list`) into a link that carries the call's title. */
export function linkCallNames(markdown: string, place: ApiPlace, document: ApiDocument): string {
  const titles = new Map(document.operations.map(({ id, title }) => [id, title]));
  return outsideFences(markdown, (text) =>
    text.replaceAll(callName, (name, id: string) => {
      const title = titles.get(id);
      return title === undefined ? name : `[${title}](/${place.folder}/${id}/)`;
    }),
  );
}
