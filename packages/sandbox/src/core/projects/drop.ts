import type { ProjectSurroundings } from './surroundings.ts';

/** Ends a project: all that it holds goes with it. */
export async function dropProject(
  { db }: Pick<ProjectSurroundings, 'db'>,
  projectId: string,
): Promise<void> {
  await db.deleteFrom('projects').where('id', '=', projectId).execute();
}
