/**
 * Shares the sandbox project of one tab with another tab of the same browser, if the reader wants it. The keys are passed
 * from page to page, and never through a URL or storage that outlives the tab.
 */
import { sandboxProject } from './project';
import type { SandboxProject } from './project-data';

/** Only tabs of this origin receive the messages (HTML, 9.5). */
const channelName = 'docs-sandbox';

type Message =
  | { readonly kind: 'search'; readonly from: string }
  | { readonly kind: 'offer'; readonly to: string; readonly tab: string }
  | { readonly kind: 'request'; readonly from: string; readonly to: string }
  | { readonly kind: 'project'; readonly to: string; readonly project: SandboxProject };

/** A tab that has a project. */
export interface OtherTab {
  /** Returns its project; undefined when the tab has been closed. */
  take(): Promise<SandboxProject | undefined>;
}

/** Time that other tabs have to reply, in milliseconds. Background tabs are slow. */
const timeout = 300;

function openChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName);
}

const newId = () => crypto.getRandomValues(new Uint32Array(2)).join('-');

/**
 * Sends a message and waits for the first reply.
 * @param read extracts the reply; undefined for any other message
 */
function request<Reply>(
  message: Message,
  read: (data: Message) => Reply | undefined,
  signal?: AbortSignal,
): Promise<Reply | undefined> {
  const channel = openChannel();
  if (!channel) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const settle = (reply?: Reply) => {
      clearTimeout(timer);
      channel.close();
      resolve(reply);
    };
    const timer = setTimeout(settle, timeout);
    signal?.addEventListener('abort', () => settle());
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      const reply = read(data);
      if (reply !== undefined) settle(reply);
    };
    channel.postMessage(message);
  });
}

/** Finds another tab that has a project. @param signal cancels the search */
export async function findOther(signal?: AbortSignal): Promise<OtherTab | undefined> {
  const me = newId();
  const tab = await request(
    { kind: 'search', from: me },
    (data) => (data.kind === 'offer' && data.to === me ? data.tab : undefined),
    signal,
  );
  if (tab === undefined) return undefined;
  return {
    take: () =>
      request({ kind: 'request', from: me, to: tab }, (data) =>
        data.kind === 'project' && data.to === me ? data.project : undefined,
      ),
  };
}

let isResponding = false;

/** Replies to other tabs while this one has a project. */
export function respondToOtherTabs(): void {
  if (isResponding) return;
  isResponding = true;
  const channel = openChannel();
  if (!channel) return;
  const me = newId();
  const reply = (message: Message) => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const project = sandboxProject();
    if (!project) return;
    if (data.kind === 'search') reply({ kind: 'offer', to: data.from, tab: me });
    if (data.kind === 'request' && data.to === me) {
      reply({ kind: 'project', to: data.from, project });
    }
  };
}
