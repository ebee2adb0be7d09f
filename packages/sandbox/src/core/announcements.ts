import type { AddressedPush, StreamMessage } from './context.ts';
import type { SharedState } from './shared-state.ts';

/** What a request causes for other clients, announced after its transaction is committed. */
export type Announcement =
  /** A message for a device, if it is connected; other devices request it later. */
  | { readonly kind: 'push'; readonly projectId: string; readonly push: AddressedPush }
  /** Changes for the connected clients of a stream. */
  | { readonly kind: 'publish'; readonly published: StreamMessage }
  /** Credentials were revoked: those of a node, except its new device, or of a whole project. Their connections must be closed. */
  | {
      readonly kind: 'end';
      readonly projectId: string;
      readonly nodeId?: string;
      readonly exceptDeviceId?: string;
    };

export type AnnouncementListener = (announcement: Announcement) => void;

/** Passes announcements to the listeners of this server, and to the other servers on the same store. */
export class Announcements {
  /** Stops listening to other servers. */
  readonly close: () => void;
  private readonly listeners = new Set<AnnouncementListener>();

  constructor(private readonly shared: SharedState) {
    this.close = shared.listen((message) => {
      if (message.kind !== 'connected') this.emitHere(message);
    });
  }

  /** Adds a listener. Returns a function that removes it. */
  listen(listener: AnnouncementListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  readonly emit: AnnouncementListener = (announcement) => {
    this.emitHere(announcement);
    this.shared.tell(announcement);
  };

  private emitHere(announcement: Announcement): void {
    for (const listener of this.listeners) listener(announcement);
  }
}
