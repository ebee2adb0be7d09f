import { afterAll, beforeAll } from 'vitest';
import type { StorageLimits } from '../../src/core/limits.ts';
import { HttpSandbox, type Project } from './http-sandbox.ts';

/** Milliseconds that reading both documents may take on a busy machine. */
export const openTimeout = 300_000;

interface Harness {
  /** The sandbox of the file's tests; present once they run. */
  readonly http: HttpSandbox;
  /** A project that is there from the start. */
  readonly project: Project;
}

/** Opens a sandbox with a project before a file's tests, and closes it after them. */
export function useHttpSandbox(storage?: StorageLimits): Harness {
  let opened: { http: HttpSandbox; project: Project } | undefined;
  const present = () => {
    if (!opened) throw new Error('the sandbox is opened before the tests, not before this line');
    return opened;
  };
  beforeAll(async () => {
    const http = await HttpSandbox.open(storage);
    opened = { http, project: await http.createProject() };
  }, openTimeout);
  afterAll(() => opened?.http.close());
  return {
    get http() {
      return present().http;
    },
    get project() {
      return present().project;
    },
  };
}
