import { sandboxHome } from '../../requests/sandbox-home';
import type { SandboxHome } from '../../requests/values-choice';
import { sandboxAddress, sandboxFetch, sandboxName } from './address';
import { SandboxError, sandboxErrors } from './errors';
import type { Fields } from './project-response';
import { readUnavailability, retryWhileUnavailable } from './wait';

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** Maps an error status to an error. A host without a sandbox returns an HTML page or nothing. */
function errorOf(
  { status, headers }: Response,
  fields: Fields | undefined,
  home: SandboxHome,
  host: string,
) {
  const text = typeof fields?.error === 'string' ? fields.error : '';
  if (!fields && [404, 405, 501].includes(status)) return sandboxErrors.absent(host);
  if (!fields && status >= 500) return sandboxErrors.unreachable(host);
  if (status === 401) return sandboxErrors.ended();
  const retryAfter = headers.get('retry-after');
  const away = readUnavailability(status, fields, retryAfter);
  if (away) return sandboxErrors.away(away.text);
  if (status === 413) return sandboxErrors.full(text, retryAfter);
  if (status === 429) return sandboxErrors.limited(text, retryAfter, home);
  if (status === 409) return sandboxErrors.conflict(text);
  return sandboxErrors.rejected(status, text);
}

interface RequestOptions {
  /** API key of the project; undefined for a new one. */
  readonly apiKey?: string | undefined;
  /** JSON file to send as the body. */
  readonly file?: Blob;
  /** The sandbox; that of this page by default. */
  readonly home?: SandboxHome;
}

/**
 * Sends a request to the project endpoints. Retries while the sandbox is restarting.
 * @param path path below the sandbox: `/projects`
 * @throws SandboxError without a successful response
 */
export async function requestSandbox(
  method: string,
  path: string,
  { apiKey, file, home = sandboxHome() }: RequestOptions = {},
): Promise<Fields> {
  const address = sandboxAddress(home);
  const host = sandboxName(address);
  const send = async () => {
    const response = await sandboxFetch(address + path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
        ...(file && { 'Content-Type': 'application/json' }),
      },
      body: file ?? null,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
    return { response, fields: parsed(await response.text()) };
  };
  const { response, fields } = await retryWhileUnavailable(send, (sent) =>
    readUnavailability(sent.response.status, sent.fields, sent.response.headers.get('retry-after')),
  ).catch((error: unknown) => {
    if (error instanceof SandboxError) throw error;
    // Without a network, a browser still reaches a server on the same machine; the sandbox in the browser needs none.
    const isOffline = home === 'server' && !navigator.onLine;
    throw isOffline ? sandboxErrors.offline() : sandboxErrors.unreachable(host);
  });
  if (!response.ok) throw errorOf(response, fields, home, host);
  if (!fields) throw sandboxErrors.absent(host);
  return fields;
}
