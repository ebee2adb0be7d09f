import { expect } from 'vitest';
import { terminalLines } from '../../../site/src/features/sandbox-project/terminal.ts';
import { readGuide, type Fence } from './fences.ts';
import type { Reader } from './reader.ts';

/** The page with the setup blocks. */
export const setupPage = readGuide('getting-started/index.mdx');

const fencesOf = (section: string) =>
  setupPage.fences.filter((fence) => fence.section === section && fence.language === 'bash');

/** Blocks of the page, by heading. */
export const setupBlocks = {
  sandbox: fencesOf('Sandbox, without an account'),
  platform: fencesOf('Platform, with an account'),
} as const;

export const isSetup = (fence: Fence): boolean =>
  [...setupBlocks.sandbox, ...setupBlocks.platform].some(
    ({ page, line }) => page === fence.page && line === fence.line,
  );

/** Ways to set up a terminal for a sandbox project. */
export type SetUp = (reader: Reader) => Promise<void>;

/** Pastes the commands that the page shows for the project of its tab. */
export const fromPage: SetUp = async (reader) => {
  const { sandbox, shell } = reader;
  const project = await sandbox.createProject();
  const script = terminalLines({ ...project, readAt: Date.now() }, sandbox.url, 'bash');
  const ran = await shell.run(script);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toMatch(/^Ready: /);
  await reader.adopt();
};

/** Creates a project with the terminal only. */
export const fromTerminal: SetUp = async (reader) => {
  for (const fence of setupBlocks.sandbox) {
    const ran = await reader.shell.run(reader.textOf(fence));
    expect(ran).toMatchObject({ code: 0, stderr: '' });
  }
  await reader.adopt();
  expect(reader.ids.nodeId).toBe(reader.project.nodes[0].nodeId);
};
