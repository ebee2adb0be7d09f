import type { Handlers } from '../context.ts';
import { createVariable } from './create.ts';
import { deleteVariable } from './delete.ts';
import { listVariables } from './list.ts';

export const variablesHandlers: Handlers = {
  'platform/variable-create': createVariable,
  'platform/variables-list': { largeRead: listVariables },
  'platform/variables-delete': deleteVariable,
};
