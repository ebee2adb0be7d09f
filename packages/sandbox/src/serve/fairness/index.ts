/** What keeps one client from taking the time and the capacity of the others. See README.md. */
export { type Account, Budget } from './budget.ts';
export { type Block, blocksOf, clientKey } from './clients.ts';
export { Slots, type SlotLimits } from './slots.ts';
export { WorkQueue, WorkRejected } from './work-queue.ts';
