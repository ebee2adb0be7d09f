import type { Locator, Page } from '@playwright/test';
import { runner } from './runner.ts';

/** The sandbox project as the page stores it. */
interface StoredState {
  readonly project?: {
    readonly projectId: string;
    readonly apiKey: string;
    readonly nodes: readonly { readonly nodeId: string; readonly connectionKey: string }[];
  };
}

/** The sandbox project of a page's tab, if it has one. */
export async function storedProject(page: Page): Promise<StoredState['project']> {
  const text = await page.evaluate(() => sessionStorage.getItem('docs-sandbox') ?? '{}');
  return (JSON.parse(text) as StoredState).project;
}

/** The sandbox box in the request runner. */
export const box = (page: Page): Locator =>
  runner(page).getByRole('region', { name: 'Sandbox project' });

/** Waits until the tab has a project, expands it, and returns it. */
export async function projectOf(page: Page): Promise<NonNullable<StoredState['project']>> {
  const key = box(page).getByLabel('API key', { exact: true });
  await key.waitFor({ state: 'attached' });
  if (!(await key.isVisible())) await box(page).locator('summary').first().click();
  const project = await storedProject(page);
  if (!project) throw new Error('the tab has no sandbox project');
  return project;
}

/** Deletes a project independently of the page, like the sandbox when a project has expired. */
export async function deleteProject(page: Page): Promise<void> {
  const project = await storedProject(page);
  const headers = { authorization: `Bearer ${project?.apiKey}` };
  const response = await page.request.delete('/sandbox/projects', { headers });
  if (!response.ok()) throw new Error(`the project was not deleted: ${response.status()}`);
}

/** Resets the tab's project: the next request needs an unchanged one. */
export async function resetProject(page: Page): Promise<void> {
  await box(page).getByRole('button', { name: 'Reset', exact: true }).click();
  await box(page).getByRole('button', { name: 'Yes, reset', exact: true }).click();
  await box(page).getByText('The project has new sample data').waitFor();
}
