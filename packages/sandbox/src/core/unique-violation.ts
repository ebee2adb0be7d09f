/** Whether the store rejected a row because another one has its key: SQLite's name, PostgreSQL's number (23505). */
export function isUniqueViolation(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  );
}
