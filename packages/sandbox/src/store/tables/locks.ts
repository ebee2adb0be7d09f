/** What is bounded over all projects, and counted by one transaction at a time. */
export const lockNames = ['projects', 'bytes'] as const;

export type LockName = (typeof lockNames)[number];

export interface LockTable {
  name: LockName;
}

export interface LockTables {
  locks: LockTable;
}
