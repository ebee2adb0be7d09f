/** Messages between the page and the worker that runs the program. */

/** What the board senses. The page posts it whenever it changes. */
export interface BoardInputs {
  /** Whether a Wi-Fi network is in reach. */
  readonly hasNetwork: boolean;
  /** Levels of input pins, 0 or 1. */
  readonly levels: Readonly<Record<number, number>>;
  /** Temperature in °C and humidity in percent by the pin of their sensor: `"22.5 60"`. */
  readonly climates: Readonly<Record<number, string>>;
}

/** What a worker needs to start: one worker is one start of the board. */
export interface StartMessage {
  readonly kind: 'start';
  /** The compiled interpreter, or its file in the first worker. */
  readonly engine: WebAssembly.Module | ArrayBuffer;
  /** Files of the board by name: `main.py` and others. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly wifi: { readonly ssid: string; readonly password: string };
  readonly inputs: BoardInputs;
}

export type ToWorker =
  | StartMessage
  | { readonly kind: 'inputs'; readonly inputs: BoardInputs }
  | { readonly kind: 'result'; readonly id: number; readonly value: number | string }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'ping' };

/** Calls of the board that the page settles. */
export type BoardCall =
  | { readonly name: 'connect'; readonly settings: string }
  | {
      readonly name: 'publish';
      readonly topic: string;
      readonly text: string;
      readonly qos: number;
      readonly retain: boolean;
    }
  | { readonly name: 'subscribe'; readonly topic: string; readonly qos: number }
  | { readonly name: 'nextMessage' };

export type FromWorker =
  /** The interpreter is compiled: the page keeps it for the next start. */
  | { readonly kind: 'compiled'; readonly engine: WebAssembly.Module }
  /** The program starts. */
  | { readonly kind: 'started' }
  | {
      readonly kind: 'output';
      readonly lines: readonly string[];
      /** Number of lines that were left out before the last of `lines`. */
      readonly omitted: number;
      /** The start of a line that has not ended. */
      readonly partial: string;
    }
  /** Outputs that changed: levels as 0 or 65535, duty cycles between. */
  | { readonly kind: 'outputs'; readonly duties: Readonly<Record<number, number>> }
  | { readonly kind: 'call'; readonly id: number; readonly call: BoardCall }
  | { readonly kind: 'disconnect' }
  /** The program blocks for a time. */
  | { readonly kind: 'sleep'; readonly milliseconds: number }
  | { readonly kind: 'pong' }
  /** `machine.reset()` */
  | { readonly kind: 'reset' }
  /** The program has returned, or raised an error whose traceback was printed. */
  | { readonly kind: 'ended' }
  /** The interpreter cannot go on. */
  | { readonly kind: 'died'; readonly reason: string };

/** Limits of the worker, which bound what reaches the page however the program behaves. */
export const limits = {
  /** Length of a line of output, in characters. */
  line: 1000,
  /** Lines and characters of output between two posts. */
  batchLines: 200,
  batchCharacters: 16_000,
  /** Minimum time between two posts of output or outputs, in milliseconds. */
  batchTime: 50,
  /** Calls that the page has not settled. */
  pendingCalls: 100,
  /** Length of a topic, a message or settings, in characters. */
  text: 64_000,
  /** Pending timers. `asyncio` uses one. */
  timers: 32,
  /** Bytes and files and folders of the flash memory. */
  flashBytes: 2 * 1024 * 1024,
  flashEntries: 500,
  /** Highest number of a pin. */
  pin: 48,
} as const;

/** Full duty cycle: the output is always 1. */
export const fullDuty = 65_535;
