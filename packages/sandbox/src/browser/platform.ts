import { sha256 } from '@noble/hashes/sha2.js';
import type { Platform } from '../sandbox.ts';

/** Tasks that wait for the event loop. A timer would wait 4 ms after a few repetitions (HTML, 8.7). */
const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();

/** What browsers provide to the sandbox. */
export const browserPlatform: Omit<Platform, 'openStore' | 'validators'> = {
  sha256,
  soon: (action) => {
    waiting.push(action);
    port2.postMessage(null);
  },
  repeat: (action, interval) => {
    const timer = setInterval(action, interval);
    return () => clearInterval(timer);
  },
};
