import { maskSecrets, type Secrets } from '@anedya-docs/code-samples/secrets';
import { printExact } from '@anedya-docs/openapi-model/typed-number';
import { sandboxProject } from '@site/src/features/sandbox-project';
import { parseExact } from '../../requests/json-text';
import { getValues } from '../../requests/own-values';
import { onChange } from '../../requests/values-choice';

/** The current secrets of the reader and of the tab's sandbox project, with the variables that replace them. */
function currentSecrets(): Secrets {
  const { apiKey, connectionKey, tokenSecret } = getValues();
  const project = sandboxProject();
  const pairs: readonly (readonly [string | undefined, string])[] = [
    [apiKey, 'ANEDYA_API_KEY'],
    [connectionKey, 'ANEDYA_CONNECTION_KEY'],
    [tokenSecret, 'ANEDYA_TOKEN_SECRET'],
    [project?.apiKey, 'ANEDYA_API_KEY'],
    [project?.examples['token secret'], 'ANEDYA_TOKEN_SECRET'],
    [project?.examples['binding secret'], 'ANEDYA_BINDING_SECRET'],
    ...(project?.nodes ?? []).flatMap(
      (node) =>
        [
          [node.connectionKey, 'ANEDYA_CONNECTION_KEY'],
          [node.bindingSecret, 'ANEDYA_BINDING_SECRET'],
        ] as const,
    ),
  ];
  return new Map(pairs.flatMap(([secret, name]) => (secret === undefined ? [] : [[secret, name]])));
}

/** Secrets of this page's lifetime, in memory only: the text of a request can contain those of a former project. */
const seen = new Map<string, string>();

/** The secrets that the tab has or had, with the variables that replace them. */
export function knownSecrets(): Secrets {
  for (const [secret, name] of currentSecrets()) seen.set(secret, name);
  return seen;
}

if (typeof window !== 'undefined') onChange(() => void knownSecrets());

/**
 * Returns a body with variables instead of the known secrets, to keep with the request: after a reload, they are unknown.
 * Undefined for a body without one.
 */
export function bodyWithoutSecrets(text: string): string | undefined {
  const body = parseExact(text);
  // No file contains a text that is not JSON.
  if (body === undefined) return undefined;
  const masked = printExact(maskSecrets(body, knownSecrets()));
  return masked === printExact(body) ? undefined : masked;
}
