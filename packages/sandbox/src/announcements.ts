import type { AddressedPush, Ended } from './core/context.ts';
import type { SharedState } from './core/shared-state.ts';

/** Told of a message for a device, after the call that caused it is done, on whichever server it was made. */
export type PushListener = (projectId: string, message: AddressedPush) => void;

/** Told of a node whose credentials have ended, or of a whole project; also by other servers. */
export type EndListener = Ended;

function add<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Passes what calls cause to the listeners of this server, and to the other servers on the same store. */
export class Announcements {
  /** Takes no more from other servers. */
  readonly close: () => void;
  private readonly pushListeners = new Set<PushListener>();
  private readonly endListeners = new Set<EndListener>();

  constructor(private readonly shared: SharedState) {
    this.close = shared.listen((message) => {
      if (message.kind === 'push') this.pushHere(message.projectId, message.push);
      if (message.kind === 'end') {
        this.endHere(message.projectId, message.nodeId, message.exceptDeviceId);
      }
    });
  }

  onPush(listener: PushListener): () => void {
    return add(this.pushListeners, listener);
  }

  onEnd(listener: EndListener): () => void {
    return add(this.endListeners, listener);
  }

  readonly push: PushListener = (projectId, push) => {
    this.pushHere(projectId, push);
    this.shared.tell({ kind: 'push', projectId, push });
  };

  readonly end: EndListener = (projectId, nodeId, exceptDeviceId) => {
    this.endHere(projectId, nodeId, exceptDeviceId);
    this.shared.tell({
      kind: 'end',
      projectId,
      ...(nodeId !== undefined && { nodeId }),
      ...(exceptDeviceId !== undefined && { exceptDeviceId }),
    });
  };

  private readonly pushHere: PushListener = (projectId, message) => {
    for (const listener of this.pushListeners) listener(projectId, message);
  };

  private readonly endHere: EndListener = (...ended) => {
    for (const listener of this.endListeners) listener(...ended);
  };
}
