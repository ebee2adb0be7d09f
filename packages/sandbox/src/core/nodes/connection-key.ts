import type { Handler } from '../context.ts';
import { findNode } from './find-node.ts';

/**
 * The secret that a device connects with as the node.
 * @throws CallError `node::nodenotfound`
 */
export const nodeConnectionKey: Handler = async (context, body) => {
  const node = await findNode(context, body.nodeid as string);
  return { connectionKey: node.connection_key };
};
