import type { Locator, Page } from '@playwright/test';
import { runner } from './runner.ts';

/** What the page keeps of its sandbox project. */
interface Kept {
  readonly project?: {
    readonly projectId: string;
    readonly apiKey: string;
    readonly nodes: readonly { readonly nodeId: string; readonly connectionKey: string }[];
  };
}

/** The sandbox project of a page's tab; nothing while there is none. */
export async function keptProject(page: Page): Promise<Kept['project']> {
  const text = await page.evaluate(() => sessionStorage.getItem('docs-sandbox') ?? '{}');
  return (JSON.parse(text) as Kept).project;
}

/** Its box in the request runner. */
export const box = (page: Page): Locator =>
  runner(page).getByRole('region', { name: 'Sandbox project' });

/** Waits until the tab has a project, unfolds it, and returns it. */
export async function projectOf(page: Page): Promise<NonNullable<Kept['project']>> {
  const key = box(page).getByLabel('API key', { exact: true });
  await key.waitFor({ state: 'attached' });
  if (!(await key.isVisible())) await box(page).locator('summary').first().click();
  const project = await keptProject(page);
  if (!project) throw new Error('the tab has no sandbox project');
  return project;
}

/** Ends a project behind the page's back, as idle time does. */
export async function endProject(page: Page): Promise<void> {
  const project = await keptProject(page);
  const headers = { authorization: `Bearer ${project?.apiKey}` };
  const answer = await page.request.delete('/sandbox/projects', { headers });
  if (!answer.ok()) throw new Error(`the project cannot be ended: ${answer.status()}`);
}
