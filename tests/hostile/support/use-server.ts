import { afterAll, beforeAll, expect } from 'vitest';
import { nextTurn, Reader, SiteProcess, type Usage } from './site-process.ts';

/**
 * Resources that may remain after an attack: connections of the reader, files opened by a store, and memory retained by V8.
 */
const slack = { descriptors: 12, memory: 250_000_000 } as const;
/** Number of checks until closed connections must be released. */
const looks = 1500;
/** Responses that a reader receives during an attack that lasts. */
const held = 20;

export interface Server {
  readonly process: SiteProcess;
  readonly port: number;
  /**
   * Runs an attack while a reader uses the site, and checks the server: no request of the reader fails, the process
   * continues, and resources are released.
   * @param how runs the attack; `hold` waits while the reader uses the site
   */
  attack(how: (hold: () => Promise<void>) => Promise<unknown>): Promise<void>;
}

async function settled(server: SiteProcess, before: Usage): Promise<Usage> {
  let usage = await server.usage();
  for (let look = 0; look < looks; look += 1) {
    if (
      usage.descriptors <= before.descriptors + slack.descriptors &&
      usage.memory <= before.memory + slack.memory
    ) {
      break;
    }
    await nextTurn();
    usage = await server.usage();
  }
  return usage;
}

/** Starts a server for the tests of a file. */
export function useServer(settings: Readonly<Record<string, string>> = {}): Server {
  let server: SiteProcess | undefined;
  const running = () => {
    if (!server) throw new Error('the server starts before the tests, not before this line');
    return server;
  };
  beforeAll(async () => {
    server = await SiteProcess.start(settings);
  });
  afterAll(async () => {
    expect(await server?.stop()).toBe(0);
  });
  return {
    get process() {
      return running();
    },
    get port() {
      return running().port;
    },
    attack: async (how) => {
      const before = await running().usage();
      const reader = new Reader(running().origin);
      await how(() => reader.reads(held));
      const after = await settled(running(), before);
      const { requests, p99 } = await reader.stop();
      const grown = Math.round((after.memory - before.memory) / 1e6);
      console.info(
        `${expect.getState().currentTestName ?? ''}: ${requests} requests of a reader, p99 ${p99.toFixed(0)} ms; ${grown} MB more`,
      );
      expect(running().child.isRunning).toBe(true);
      expect(reader.failures).toEqual([]);
      expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + slack.descriptors);
      expect(after.memory).toBeLessThanOrEqual(before.memory + slack.memory);
    },
  };
}
