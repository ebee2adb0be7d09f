import { solveWithModel, type ModelSettings } from './model/agent.ts';
import { Toolbox, type ConditionName } from './model/tools.ts';
import { Project } from './project.ts';
import type { Attempt } from './report.ts';
import type { Outcome, Task } from './task.ts';

/** What an agent used in one attempt. */
interface Used {
  readonly outcome: Outcome;
  readonly tokens: number;
  readonly requests: number;
}

/** An agent under one condition. */
export type Solver = (
  task: Task,
  given: unknown,
  project: Project,
  origin: string,
) => Promise<Used>;

/** A model that sees the goal, its tools and the key of a sandbox project. */
export function model(settings: ModelSettings, condition: ConditionName): Solver {
  return async (task, given, project, origin) => {
    const toolbox = await Toolbox.open(origin, condition);
    const system = `You solve a task on the Anedya IoT platform, in a sandbox that emulates its APIs. The documentation and the sandbox are at ${origin}. The API key of your sandbox project is ${project.apiKey}; its Platform API is at ${project.platformUrl} and its Device API at ${project.deviceUrl}. Call "finish" at the end.`;
    try {
      const outcome = await solveWithModel(settings, system, task.goal(given), toolbox);
      return { outcome, tokens: toolbox.tokens, requests: toolbox.requests };
    } finally {
      await toolbox.close();
    }
  };
}

/** Prepares a project, lets an agent solve a task in it, and checks the project. */
export async function attempt(origin: string, task: Task, solve: Solver): Promise<Attempt> {
  const project = await Project.create(origin);
  const given = await task.prepare(project);
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const { id, theme } = task;
  try {
    const { outcome, ...used } = await solve(task, given, project, origin);
    const time = seconds();
    const reason = await task.check(project, given, outcome);
    const solved = reason === undefined;
    return { task: id, theme, solved, ...(reason && { reason }), ...used, seconds: time };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown error';
    return { task: id, theme, solved: false, reason, tokens: 0, requests: 0, seconds: seconds() };
  }
}
