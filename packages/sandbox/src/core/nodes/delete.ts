import type { Handler } from '../context.ts';
import { leaveRollouts } from '../deployments/leave-rollouts.ts';
import { lockProject } from '../lock.ts';
import { findNode } from './find-node.ts';

/**
 * Deletes a node with all that the store keeps of it, but for how it concluded deployments. Its keys stop working, and its
 * device may have another node.
 * @throws CallError `node::nodenotfound`
 */
export const deleteNode: Handler = async (context, body) => {
  const { tx, projectId, end } = context;
  await lockProject(tx, projectId);
  const { id } = await findNode(context, body.nodeid as string);
  await leaveRollouts(context, id);
  await tx.deleteFrom('nodes').where('project_id', '=', projectId).where('id', '=', id).execute();
  end(id);
  return {};
};
