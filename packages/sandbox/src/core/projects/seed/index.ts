import type { SeedContext } from './context.ts';
import { seedAssets } from './assets.ts';
import { seedCommand } from './command.ts';
import { seedData } from './data.ts';
import { seedDeployment } from './deployment.ts';
import { seedNodes } from './nodes.ts';
import { seedToken } from './token.ts';
import { seedValues } from './values.ts';

/** Fills an empty project with something to read, to change and to send. Everything but ids and keys follows from `now`. */
export async function seedProject(context: SeedContext): Promise<void> {
  const nodeId = await seedNodes(context);
  await seedData(context, nodeId);
  await seedValues(context, nodeId);
  await seedCommand(context, nodeId);
  await seedDeployment(context, nodeId, await seedAssets(context));
  await seedToken(context, nodeId);
}
