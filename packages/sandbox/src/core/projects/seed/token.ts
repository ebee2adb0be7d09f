import type { Policy } from '../../caller.ts';
import { tokenLengths } from '../../tokens/create.ts';
import type { SeedContext } from './context.ts';

const day = 86_400_000;

/** An access token for a page that shows the demo device and sends it commands. */
export async function seedToken(
  { tx, projectId, ids, now }: SeedContext,
  nodeId: string,
): Promise<void> {
  const policy: Policy = {
    resources: { nodes: [nodeId], variables: ['*'], vsglobalscopes: ['*'], vskeys: ['*'] },
    allow: [
      ...['data::getsnapshot', 'data::getlatest', 'data::gethistorical'],
      ...['cmd::sendcommand', 'cmd::listcommands', 'cmd::getstatus', 'cmd::invalidate'],
      ...['vs::getvalue', 'vs::setvalue', 'vs::scankeys', 'vs::deletekeys', 'health::getstatus'],
    ],
  };
  const { id, secret } = tokenLengths;
  await tx
    .insertInto('access_tokens')
    .values({
      project_id: projectId,
      id: ids.alphanumeric(id),
      secret: ids.alphanumeric(secret),
      policy: JSON.stringify(policy),
      expires: now + day,
    })
    .execute();
}
