import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { attempt, model } from './attempt.ts';
import { modelSettings } from './model/agent.ts';
import { conditions } from './model/tools.ts';
import { markdownReport, type Attempt, type Condition } from './report.ts';
import { startEvalSite } from './site.ts';
import { tasks } from './tasks/index.ts';

// `npm run eval`: every task with a model under each condition.

const settings = modelSettings(process.env);
if (!settings) {
  console.error(
    'No model: set EVAL_BASE_URL, EVAL_KIND, EVAL_MODEL and EVAL_KEY (tests/eval/README.md)',
  );
  process.exit(1);
}

const site = await startEvalSite();
const results: Condition[] = [];
const agent = settings.model;
for (const condition of conditions) {
  const solve = model(settings, condition);
  const attempts: Attempt[] = [];
  for (const task of tasks) {
    const result = await attempt(site.origin, task, solve);
    attempts.push(result);
    console.log(
      `${agent}, ${condition}, ${task.id}: ${result.solved ? 'solved' : (result.reason ?? '')}`,
    );
  }
  results.push({ agent, condition, attempts });
}
await site.close();
const folder = path.resolve(import.meta.dirname, '../../eval-results');
await mkdir(folder, { recursive: true });
const report = markdownReport(results);
await writeFile(path.join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
await writeFile(path.join(folder, 'results.md'), report);
console.log(`\n${report}\nWritten to ${folder}`);
process.exit(0);
