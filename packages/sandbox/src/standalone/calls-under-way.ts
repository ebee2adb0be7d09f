import type { ServerResponse } from 'node:http';

/**
 * Calls of HTTP servers that wait for their answers. Node's own `close` waits for connections instead, also for those on which
 * nothing was ever sent, as browsers open them.
 */
export class CallsUnderWay {
  private readonly answers = new Set<ServerResponse>();
  private isEnding = false;

  /** To be called before anything is answered. */
  add(answer: ServerResponse): void {
    if (this.isEnding) answer.shouldKeepAlive = false;
    this.answers.add(answer);
    answer.once('close', () => this.answers.delete(answer));
  }

  /** Resolved when all calls are answered, or their clients gone. Each connection ends with its answer. */
  async end(): Promise<void> {
    this.isEnding = true;
    for (const answer of this.answers) answer.shouldKeepAlive = false;
    for (const answer of this.answers) {
      await new Promise<void>((resolve) => answer.once('close', resolve));
    }
  }
}
