import { sandboxAddress } from './address';
import { SandboxError, sandboxErrors } from './error';
import { awayOf, whenSandboxIsBack } from './wait';

export type Fields = Readonly<Record<string, unknown>>;

function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** What a status other than success says; a host without a sandbox answers with a page of its own, or with none. */
function refusal({ status, headers }: Response, fields: Fields | undefined, host: string) {
  const text = typeof fields?.error === 'string' ? fields.error : '';
  if (!fields && [404, 405, 501].includes(status)) return sandboxErrors.absent(host);
  if (!fields && status >= 500) return sandboxErrors.unreachable(host);
  if (status === 401) return sandboxErrors.ended();
  const away = awayOf(status, fields, headers.get('retry-after'));
  if (away) return sandboxErrors.away(away.text);
  if (status === 429 || status === 413) return sandboxErrors.full(text, headers.get('retry-after'));
  return sandboxErrors.refused(status, text);
}

/**
 * Makes one call about projects, again and again while the sandbox is away for a moment.
 * @param path below the sandbox: `/projects`
 * @param apiKey of the project; nothing for a new one
 * @throws SandboxError when it brings no answer, or a refusal
 */
export async function askSandbox(method: string, path: string, apiKey?: string): Promise<Fields> {
  const address = sandboxAddress();
  const { host } = new URL(address);
  const isOffline = () => !navigator.onLine;
  const send = async () => {
    if (isOffline()) throw sandboxErrors.offline();
    const response = await fetch(address + path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
      },
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
    return { response, fields: parsed(await response.text()) };
  };
  const { response, fields } = await whenSandboxIsBack(send, (sent) =>
    awayOf(sent.response.status, sent.fields, sent.response.headers.get('retry-after')),
  ).catch((error: unknown) => {
    if (error instanceof SandboxError) throw error;
    throw isOffline() ? sandboxErrors.offline() : sandboxErrors.unreachable(host);
  });
  if (!response.ok) throw refusal(response, fields, host);
  if (!fields) throw sandboxErrors.absent(host);
  return fields;
}
