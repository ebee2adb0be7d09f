import type { ProjectSurroundings } from './surroundings.ts';

/** Ends a project: all that it holds goes with it. */
export async function dropProject(
  { db, ended }: Pick<ProjectSurroundings, 'db' | 'ended'>,
  projectId: string,
): Promise<void> {
  await db.deleteFrom('projects').where('id', '=', projectId).execute();
  ended?.(projectId);
}
