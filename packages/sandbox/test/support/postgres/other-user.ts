import { readFileSync } from 'node:fs';

/** The user a process runs as. */
export interface UserId {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user that runs PostgreSQL when the tests run as root, which PostgreSQL rejects; otherwise nothing.
 * @throws Error when root finds no such user
 */
export function otherUser(): UserId | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = entries.find(([entry]) => entry === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}
