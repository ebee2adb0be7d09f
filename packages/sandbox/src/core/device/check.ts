import type { Handler } from '../context.ts';
import { callingNode } from './calling-node.ts';

/** Tells a device that its connection key is valid: with another one, no call gets this far. */
export const check: Handler = async (context) => {
  await callingNode(context);
  return {};
};
