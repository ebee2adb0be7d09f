/**
 * The worker of the sandbox in browsers without shared workers, such as those of many phones: one tab, which a lock selects,
 * runs it for all tabs, and another tab continues when that one is closed.
 */
import {
  type ChannelMessage,
  type FromWorker,
  type StartFailure,
  type ToWorker,
  workerChannel,
} from '@anedya-docs/sandbox/browser/messages';

interface LeaderTabOptions {
  readonly workerUrl: string;
  readonly onMessage: (message: FromWorker) => void;
  /** Called when another run of the worker has started: earlier requests get no response. */
  readonly onRestart: () => void;
  /** Called when this tab cannot run the worker. */
  readonly onFailure: (reason: StartFailure) => void;
}

export interface LeaderTab {
  postMessage(message: ToWorker): void;
  /** Starts the worker again after it has ended. */
  restart(): void;
}

/** Connects this tab to the worker of the leader, or runs it. */
export function joinLeader(options: LeaderTabOptions): LeaderTab {
  const { workerUrl } = options;
  const page = crypto.randomUUID();
  const channel = new BroadcastChannel(workerChannel(workerUrl));
  const post = (message: ChannelMessage) => channel.postMessage(message);
  let run: string | undefined;
  let waiting: ToWorker[] = [];
  let resign: (() => void) | undefined;
  let isCandidate = false;

  const lead = () =>
    new Promise<void>((release) => {
      const worker = new Worker(workerUrl, { name: 'docs-sandbox' });
      resign = () => {
        worker.terminate();
        isCandidate = false;
        resign = undefined;
        release();
      };
      worker.onerror = () => {
        resign?.();
        options.onFailure('download');
      };
    });

  /** Waits until no other tab leads. */
  const apply = () => {
    if (isCandidate) return;
    isCandidate = true;
    navigator.locks.request(`${workerChannel(workerUrl)} leader`, lead).catch(() => {
      // The browser blocks storage, which includes locks and workers.
      isCandidate = false;
      options.onFailure('store');
    });
  };

  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.to === 'page' && data.page === page) options.onMessage(data.message);
    if (data.to !== 'all' || data.run === run) return;
    if (run !== undefined) options.onRestart();
    run = data.run;
    for (const message of waiting) post({ to: 'worker', page, message });
    waiting = [];
  };
  return {
    postMessage: (message) => {
      apply();
      if (run !== undefined) {
        post({ to: 'worker', page, message });
        return;
      }
      waiting.push(message);
      post({ to: 'worker', page });
    },
    restart: () => {
      run = undefined;
      waiting = [];
      resign?.();
    },
  };
}
