import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import type { Clock } from '../core/context.ts';
import type { CrashJournal } from '../core/workload.ts';
import { openPrivateFile } from '../store/data-folder.ts';

/** Bytes of a place in the file: the name of a client and a line feed. */
const [nameBytes, placeBytes] = [32, 33];

/** Clients whose work is noted at the same time; that of others is not noted. */
const places = 64;

/** Milliseconds that a client waits after the first crash, twice as long after each further one, and at most. */
const [firstWait, longestWait] = [2000, 300_000];

/** Milliseconds without a crash after which a client is like any other. */
const forgotten = 3_600_000;

/** What is known of a client whose work ran when the process ended. */
interface Suspect {
  readonly crashes: number;
  readonly last: number;
}

const free = `${' '.repeat(nameBytes)}\n`;

/** Returns a name of a client that does not reveal its address. */
const nameOf = (client: string) =>
  createHash('sha256').update(client).digest('hex').slice(0, nameBytes);

function readSuspects(file: string): Map<string, Suspect> {
  try {
    return new Map(
      Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Suspect>),
    );
  } catch {
    return new Map();
  }
}

/** Returns the clients whose work ran when the last process ended. */
function readRunning(file: string): Set<string> {
  try {
    const names = readFileSync(file, 'latin1').split('\n');
    return new Set(names.filter((name) => /^[0-9a-f]{32}$/.test(name)));
  } catch {
    return new Set();
  }
}

/**
 * Notes in a file whose work runs, which remains when the process is killed or runs out of memory. After the restart, these
 * clients wait, twice as long each time, so that one of them cannot keep the sandbox from serving others.
 * @param folder data folder of the sandbox, which only this process uses
 * @throws StoreUnavailableError if its files cannot be read and written
 */
export function openCrashJournal(folder: string, clock: Clock): CrashJournal & { close(): void } {
  const [runningFile, suspectsFile] = [`${folder}/running`, `${folder}/suspects.json`];
  for (const file of [runningFile, suspectsFile]) openPrivateFile(file);
  const start = clock.now();
  const suspects = readSuspects(suspectsFile);
  for (const [name, { last }] of suspects) if (start - last > forgotten) suspects.delete(name);
  const crashed = readRunning(runningFile);
  for (const name of crashed) {
    suspects.set(name, { crashes: (suspects.get(name)?.crashes ?? 0) + 1, last: start });
  }
  if (crashed.size > 0) writeFileSync(suspectsFile, JSON.stringify(Object.fromEntries(suspects)));
  writeFileSync(runningFile, free.repeat(places));
  const descriptor = openSync(runningFile, 'r+');
  let isClosed = false;
  /** When the first request was served: a slow start must not count as waiting. */
  let served: number | undefined;
  /** Place of each client that has work, and how many parts of it run. */
  const running = new Map<string, { readonly place: number; count: number }>();
  const freePlaces = Array.from({ length: places }, (_, index) => index);
  /** Clients whose work has ended, which the file does not say yet. */
  const ended = new Set<string>();
  const write = (place: number, text: string) => {
    if (!isClosed) writeSync(descriptor, text, place * placeBytes, 'latin1');
  };
  const writeEnds = () => {
    for (const client of ended) {
      const entry = running.get(client);
      if (!entry) continue;
      running.delete(client);
      freePlaces.push(entry.place);
      write(entry.place, free);
    }
    ended.clear();
  };
  return {
    start: (client) => {
      const own = running.get(client);
      ended.delete(client);
      // Work that has ended must not be suspected when that of another client ends the process.
      writeEnds();
      if (own) own.count += 1;
      else {
        const place = freePlaces.pop();
        if (place === undefined) return () => undefined;
        running.set(client, { place, count: 1 });
        write(place, nameOf(client));
      }
      return () => {
        const entry = running.get(client);
        if (!entry) return;
        entry.count -= 1;
        if (entry.count === 0) ended.add(client);
      };
    },
    writeEnds,
    wait: (client) => {
      if (suspects.size === 0) return 0;
      served ??= clock.now();
      const name = nameOf(client);
      const suspect = suspects.get(name);
      if (!suspect) return 0;
      const since = crashed.has(name) ? served : suspect.last;
      const wait = Math.min(longestWait, firstWait * 2 ** (suspect.crashes - 1));
      return Math.max(0, Math.ceil((since + wait - clock.now()) / 1000));
    },
    close: () => {
      isClosed = true;
      closeSync(descriptor);
      writeFileSync(runningFile, '');
    },
  };
}
