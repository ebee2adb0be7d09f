import { createHash } from 'node:crypto';
import { SchemaChecker } from '@anedya-docs/openapi-model/schema-checker';
import type { Platform } from './sandbox.ts';

const checker = new SchemaChecker({ isSandbox: true });

/** What Node.js provides to the sandbox. */
export const nodePlatform: Omit<Platform, 'openStore'> = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  validators: (_id, schema) => checker.compile(schema),
  soon: setImmediate,
  repeat: (action, interval) => {
    // The timer does not keep the process alive.
    const timer = setInterval(action, interval).unref();
    return () => clearInterval(timer);
  },
};
