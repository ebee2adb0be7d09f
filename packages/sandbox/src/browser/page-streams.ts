import type { Announcement } from '../core/announcements.ts';
import type { StreamMessage } from '../core/context.ts';
import { RequestError } from '../core/errors.ts';
import { frameOf } from '../core/stream-frames.ts';
import type { StreamAccess, StreamSession } from '../core/streams.ts';
import type { FromWorker } from './messages.ts';

interface Connection {
  readonly id: number;
  readonly session: StreamSession;
  readonly send: (message: FromWorker, transfer?: Transferable[]) => void;
}

/** Live streams to pages over their message ports, with the frames of the WebSocket endpoint. */
export class PageStreams {
  private readonly connections = new Set<Connection>();

  constructor(private readonly access: StreamAccess) {}

  /**
   * Connects a page to a stream, or reports why not.
   * @param url URL of the stream, with the credentials in its query
   * @param signal ends the connection
   */
  async connect(
    id: number,
    url: string,
    send: Connection['send'],
    signal: AbortSignal,
  ): Promise<void> {
    const query = new URL(url).searchParams;
    const parameters = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
    try {
      const session = await this.access.connect((name) => parameters.get(name) ?? '');
      if (signal.aborted) return;
      const connection = { id, session, send };
      this.connections.add(connection);
      signal.addEventListener('abort', () => this.connections.delete(connection));
      send({ kind: 'connected', id });
    } catch (error) {
      const reason = error instanceof RequestError ? error.message : 'Internal error.';
      send({ kind: 'disconnected', id, reason });
    }
  }

  /** Sends changes to the pages that are connected to their stream, and ends the connections of a project that has ended. */
  announce(announcement: Announcement): void {
    if (announcement.kind === 'publish') this.publish(announcement.published);
    if (announcement.kind === 'end' && announcement.nodeId === undefined) {
      this.disconnectProject(announcement.projectId);
    }
  }

  private publish({ projectId, streamId, changes }: StreamMessage): void {
    for (const { id, session, send } of this.connections) {
      if (session.streamId !== streamId || session.projectId !== projectId) continue;
      for (const change of changes) {
        const { buffer } = frameOf(change);
        send({ kind: 'frame', id, frame: buffer }, [buffer]);
      }
    }
  }

  /** Ends the connections whose stream or access token has expired or was deleted. */
  async check(): Promise<void> {
    for (const connection of this.connections) {
      try {
        if (await this.access.isOpen(connection.session)) continue;
        this.end(connection, 'The stream or the access token has expired.');
      } catch {
        // The store is unavailable; the next check tries again.
      }
    }
  }

  private disconnectProject(projectId: string): void {
    for (const connection of this.connections) {
      if (connection.session.projectId === projectId) {
        this.end(connection, 'The project was deleted or reset.');
      }
    }
  }

  private end(connection: Connection, reason: string): void {
    if (!this.connections.delete(connection)) return;
    connection.send({ kind: 'disconnected', id: connection.id, reason });
  }
}
