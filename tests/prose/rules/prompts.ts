import type { Rule } from '../page.ts';
import { fencesOf } from '../text/fences-of.ts';

const shells = new Set(['bash', 'sh', 'shell', 'zsh', 'console', 'powershell']);

/** A command must run as pasted, so no line of a shell fence starts with a prompt. */
export const prompts: Rule = (page) =>
  fencesOf(page)
    .filter(({ lang }) => shells.has(lang ?? ''))
    .flatMap(({ value, line }) =>
      value.split('\n').flatMap((text, index) => {
        const prompt = /^\s*(?:[$%>]|PS>) (?=\S)/.exec(text)?.[0].trim();
        if (prompt === undefined) return [];
        return [
          {
            file: page.file,
            line: line + 1 + index,
            rule: 'prompts',
            message: `leave out the prompt "${prompt}": the command is pasted unchanged`,
          },
        ];
      }),
    );
