/** Requests that a back end of the reader sends to the platform, over HTTP with the API key of the project. */
import type { JsonValue } from '@anedya-docs/openapi-model';
import { deviceVariables } from '@anedya-docs/simulated-device';
import { hasSucceeded, outcomeText } from '@site/src/requests/result-text';
import { browser } from '@site/src/requests/browser';
import { fieldsIn, textIn, type Fields } from '@site/src/requests/json-fields';
import { loadOperation, type OperationData } from '@site/src/requests/operation';
import {
  sandboxFetch,
  sandboxProject,
  demoNode,
  type SandboxProject,
  sendToSandbox,
} from '@site/src/features/sandbox-project';
import { otherProject } from '@site/src/features/mqtt-console';
import type { WireEntry } from './wire';

export { fieldsIn, textIn };

type HttpEntry = Omit<WireEntry, 'id' | 'at'>;

/** A request was not successful: the message says why. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
}

const ended =
  'Your sandbox project was deleted or has expired. Start again: the page creates another one.';

/** Whether the tab still has this project, and its demo node the same device. */
export function isCurrent(project: SandboxProject): boolean {
  const current = sandboxProject();
  const [now, then] = [current && demoNode(current), demoNode(project)];
  return (
    current?.apiKey === project.apiKey &&
    now?.deviceId === then?.deviceId &&
    now?.connectionKey === then?.connectionKey
  );
}

/** The Platform API of the tab's sandbox project. */
export class Platform {
  private readonly operations = new Map<string, Promise<OperationData>>();

  /**
   * @param base URL path of the data of operations, with a trailing slash
   * @param record called with each request after its response
   */
  constructor(
    private readonly base: string,
    private readonly project: SandboxProject,
    private readonly record: (entry: HttpEntry) => void,
  ) {}

  /**
   * Sends a request.
   * @returns fields of the successful response
   * @throws PlatformError
   */
  async send(id: string, body: JsonValue): Promise<Fields> {
    const operation = await this.operation(id);
    const scheme = operation.security.find(({ kind }) => kind === 'bearer');
    // `sendToSandbox` uses the API key of the tab's project, and creates a project if there is none.
    if (!isCurrent(this.project)) throw new PlatformError(otherProject.message);
    const server = this.project.platformUrl;
    const edited = JSON.stringify(body);
    const { signal } = new AbortController();
    const wanted = { operation, server, scheme, edited, keepsProject: true };
    const { outcome } = await sendToSandbox(wanted, browser(), signal);
    const succeeded = outcome.kind === 'response' && hasSucceeded(outcome);
    this.record({
      way: 'http',
      name: `${operation.method.toUpperCase()} ${operation.path}`,
      detail: outcomeText(outcome),
      body: edited,
      isBad: !succeeded,
      reference: {
        title: operation.title,
        page: operation.page,
        ...(operation.page.endsWith(`/${id}/`) && { samples: 'http' as const }),
      },
    });
    if (succeeded) return fieldsIn(outcome.json);
    if (outcome.kind === 'response' && outcome.status === 401) throw new PlatformError(ended);
    const hint = outcome.kind === 'failure' ? ` ${outcome.message} ${outcome.hint}` : '';
    throw new PlatformError(`${operation.title}: ${outcomeText(outcome)}.${hint}`);
  }

  /** Uploads a file to the URL of an asset. @throws PlatformError */
  async upload(url: string, content: string): Promise<void> {
    const headers = { 'Content-Type': 'application/octet-stream' };
    const { ok, status } = await sandboxFetch(url, { method: 'PUT', headers, body: content });
    this.record({
      way: 'http',
      name: 'PUT upload URL',
      detail: `${status}`,
      body: content,
      isBad: !ok,
      reference: { title: 'Upload the file', page: '/features/ota/ota-anedya/#2-upload-the-file' },
    });
    if (!ok) throw new PlatformError(`The upload of the file failed: HTTP ${status}.`);
  }

  private operation(id: string): Promise<OperationData> {
    const found = this.operations.get(id) ?? loadOperation(`${this.base}${id}.json`);
    this.operations.set(id, found);
    found.catch(() => this.operations.delete(id));
    return found;
  }
}

/** Creates the variables of the device that the project does not have. @throws PlatformError */
export async function createVariables(platform: Platform): Promise<void> {
  const { nodeParams } = await platform.send('variables-list', { limit: 100, offset: 0 });
  const known = new Set(
    (Array.isArray(nodeParams) ? nodeParams : []).map((entry) =>
      textIn(fieldsIn(entry), 'variable'),
    ),
  );
  for (const { variable, type, name } of deviceVariables) {
    if (known.has(variable)) continue;
    await platform.send('variable-create', { name, variable, type, desc: '', ttl: 0 });
  }
}
