import { Pool, type Dispatcher } from 'undici';
import { openConnection, type ConnectionWays, type Peer } from './connector.ts';
import { faults } from './faults.ts';

/** The connections to one origin: kept for the next call, checked whenever one is opened. */
export class OriginPool {
  private readonly pool: Pool;
  /** Calls that wait for the head of their answer. */
  private waiting = 0;

  constructor(origin: string, connections: number, peer: Peer, ways: ConnectionWays) {
    this.pool = new Pool(origin, {
      connections,
      // The total time of a call bounds both.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, callback) => {
        // After a call was canceled the library opens a connection for it once more, before it sees that nobody waits.
        const opening =
          this.waiting > 0 ? openConnection(peer, ways) : Promise.reject(faults.upstreamBroken());
        opening.then(
          (socket) => callback(null, socket),
          (error: unknown) => callback(error as Error, null),
        );
      },
    });
  }

  async request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    this.waiting += 1;
    try {
      return await this.pool.request(options);
    } finally {
      this.waiting -= 1;
    }
  }

  destroy(): Promise<void> {
    return this.pool.destroy();
  }
}
