import { jsonText } from '../literals/json.ts';
import { heredoc, shellWord } from '../literals/shell.ts';
import { headerLines, secretsOf } from '../request-parts.ts';
import type { Language, SampleRequest } from '../types.ts';

function readSecret(secret: string): string {
  return `: "\${${secret}:?is not set}"\n`;
}

/*
 * The secret must stay off the command line, which the process list shows. curl reads headers from a file since 7.55;
 * bash's `<(printf ...)` is such a file, and `printf` is a builtin. That leaves standard input to the body, whose heredoc
 * ends it with a line feed, which is white space to JSON. `--fail-with-body` (7.76) makes a failure end with exit code 22
 * and still shows the answer.
 */
function render(request: SampleRequest): string {
  const { start, block } = heredoc(jsonText(request.body));
  const headers = headerLines(
    request,
    (name, value) => `  --header ${shellWord(`${name}: ${value}`)} \\`,
    ({ name, prefix, secret }) => {
      const format = `${name}: ${prefix}`.replace(/[%\\]/g, '$&$&');
      return `  --header @<(printf ${shellWord(`${format}%s`)} "$${secret}") \\`;
    },
  );
  const method = request.method === 'POST' ? '' : ` --request ${shellWord(request.method)}`;
  return `#!/usr/bin/env bash
# A failure can also come with status 200: test "success" in the answer.
${secretsOf(request).map(readSecret).join('')}
curl ${shellWord(request.url)}${method} \\
  --silent --show-error --fail-with-body --max-time 30 \\
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
