import { quantile } from '../../bench/lib/report.ts';

/** What happened in one attempt at a task. */
export interface Attempt {
  readonly task: string;
  readonly theme: string;
  readonly solved: boolean;
  /** Why the task is not solved, from its check or from an error of the agent. */
  readonly reason?: string;
  /** Documentation that was read, in tokens (characters / 4). */
  readonly tokens: number;
  readonly requests: number;
  readonly seconds: number;
}

export interface Condition {
  readonly agent: string;
  readonly condition: string;
  readonly attempts: readonly Attempt[];
}

/**
 * Returns the 95% interval of a proportion (Wilson, 1927), which holds for few attempts and for proportions near 0 and 1.
 * @returns bounds from 0 to 1
 */
export function wilson(solved: number, attempts: number): readonly [low: number, high: number] {
  if (attempts === 0) return [0, 1];
  const z = 1.959_963_984_540_054;
  const share = solved / attempts;
  const scale = 1 + z ** 2 / attempts;
  const center = (share + z ** 2 / (2 * attempts)) / scale;
  const half =
    (z / scale) * Math.sqrt((share * (1 - share)) / attempts + z ** 2 / (4 * attempts ** 2));
  return [Math.max(0, center - half), Math.min(1, center + half)];
}

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** Returns the results as Markdown: a row for each condition, then the tasks that were not solved. */
export function markdownReport(conditions: readonly Condition[]): string {
  const rows = conditions.map(({ agent, condition, attempts }) => {
    const solved = attempts.filter((attempt) => attempt.solved).length;
    const [low, high] = wilson(solved, attempts.length);
    const median = (key: 'tokens' | 'requests' | 'seconds') =>
      quantile(
        attempts.map((attempt) => attempt[key]),
        0.5,
      );
    const rate = attempts.length === 0 ? '-' : percent(solved / attempts.length);
    return `| ${agent} | ${condition} | ${solved} of ${attempts.length} | ${rate} (${percent(low)} to ${percent(high)}) | ${median('tokens')} | ${median('requests')} | ${median('seconds').toFixed(1)} |`;
  });
  const failures = conditions.flatMap(({ agent, condition, attempts }) =>
    attempts
      .filter(({ solved }) => !solved)
      .map(({ task, reason = '' }) => `- ${agent}, ${condition}, \`${task}\`: ${reason}`),
  );
  return `${[
    '# Evaluation',
    [
      '| agent | condition | solved | rate (95% interval) | tokens read, median | requests, median | seconds, median |',
      '| - | - | - | - | - | - | - |',
      ...rows,
    ].join('\n'),
    failures.length > 0 ? `## Not solved\n\n${failures.join('\n')}` : 'All tasks were solved.',
  ].join('\n\n')}\n`;
}
