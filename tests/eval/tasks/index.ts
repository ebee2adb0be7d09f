import type { Task } from '../task.ts';
import { accessTasks } from './access.ts';
import { deviceTasks } from './device.ts';
import { platformTasks } from './platform.ts';
import { programTasks } from './programs.ts';
import { rolloutTasks } from './rollout.ts';
import { timeTasks } from './time.ts';

export const tasks: readonly Task[] = [
  ...platformTasks,
  ...timeTasks,
  ...deviceTasks,
  ...accessTasks,
  ...rolloutTasks,
  ...programTasks,
];
