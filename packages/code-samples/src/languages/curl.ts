import {
  heredoc,
  shellDefault,
  shellDoubleQuoted,
  shellWord,
  showRetryAfter,
} from '../literals/shell.ts';
import { addressOf, headerLines } from '../request-parts.ts';
import type { Language, SampleRequest } from '../types.ts';

function urlWord(request: SampleRequest): string {
  const { variable, base, path } = addressOf(request);
  if (variable === undefined) return shellWord(base);
  return `"${shellDefault(variable, base)}${shellDoubleQuoted(path)}"`;
}

/*
 * The request comes first. Commands are written like those of the guides: without the variable of the credential, the shell
 * names it and does not start curl. The heredoc adds a line feed to the body, which is white space in JSON.
 * There is no comment, because zsh, the shell of macOS, runs the comments of pasted text as commands.
 * `--fail-with-body` exits with code 22 on an HTTP error and still prints the response. There is no `--retry`: it also repeats
 * requests after timeouts, and not every request may be sent twice.
 */
function render(request: SampleRequest): string {
  const { start, block } = heredoc(request.body);
  const headers = headerLines(
    request,
    (name, value) => `  -H "${shellDoubleQuoted(`${name}: ${value}`)}" \\`,
    ({ name, prefix, secret }) =>
      `  -H "${shellDoubleQuoted(`${name}: ${prefix}`)}\${${secret}:?is not set}" \\`,
  );
  const method = request.method === 'POST' ? '' : ` --request ${shellWord(request.method)}`;
  return `curl -sS ${urlWord(request)}${method} \\
  --fail-with-body --max-time 30 \\
  ${showRetryAfter} \\
${headers}
  --data-binary @- ${start}
${block}
`;
}

export const curl: Language = {
  id: 'curl',
  label: 'curl',
  highlight: 'bash',
  file: 'sample.sh',
  render,
};
