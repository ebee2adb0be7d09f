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

/** Text of the state of the sandbox that a page uses, on the server or in the browser. */
export const storedSandbox = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const used = sessionStorage.getItem('docs-sandbox-tab')?.split(' ')[0];
    const home = used ?? localStorage.getItem('docs-sandbox-home');
    const key = home === 'browser' ? 'docs-sandbox-browser' : 'docs-sandbox';
    return localStorage.getItem(key) ?? '{}';
  });

/** Local storage without the projects of the sandbox and their keys, the cookies and the URL of a page. */
export const storedElsewhere = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const isProject = /^docs-sandbox(?:-browser|-projects)?$/;
    const others = Object.entries(localStorage).filter(([key]) => !isProject.test(key));
    return JSON.stringify(others) + document.cookie + location.href;
  });

/** The sandbox project that a page uses, if there is one. */
export async function storedProject(page: Page): Promise<StoredState['project']> {
  return (JSON.parse(await storedSandbox(page)) as StoredState).project;
}

/** The sandbox box in the request runner. */
export const box = (page: Page): Locator =>
  runner(page).getByRole('region', { name: 'Sandbox project' });

/** Waits until the page has a project, expands it, and returns it. */
export async function projectOf(page: Page): Promise<NonNullable<StoredState['project']>> {
  const key = box(page).getByLabel('API key', { exact: true });
  await key.waitFor({ state: 'attached' });
  if (!(await key.isVisible())) await box(page).locator('summary').first().click();
  const project = await storedProject(page);
  if (!project) throw new Error('the page has no sandbox project');
  return project;
}

/** Deletes a project independently of the page, like the sandbox when a project has expired. */
export async function deleteProject(page: Page): Promise<void> {
  const project = await storedProject(page);
  const headers = { authorization: `Bearer ${project?.apiKey}` };
  const response = await page.request.delete('/sandbox/projects', { headers });
  if (!response.ok()) throw new Error(`the project was not deleted: ${response.status()}`);
}

/** Resets the project: the next request needs an unchanged one. */
export async function resetProject(page: Page): Promise<void> {
  await box(page).getByRole('button', { name: 'Reset', exact: true }).click();
  await box(page).getByRole('button', { name: 'Yes, reset', exact: true }).click();
  await box(page).getByText('The project has new sample data').waitFor();
}
