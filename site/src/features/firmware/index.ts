export {
  currentOffer,
  endOffer,
  offerProgram,
  onOffer,
  showProgram,
  type ProgramOffer,
} from './program-offer';
export { isProgramLink } from './program-link';
export type { ProgramBoard, ProgramState } from './program';

/** Loads the tab with the program of the device: the editor comes with it, MicroPython with the first run. */
export const loadProgramTab = () => import('./ProgramTab').then((module) => module.default);

/** Loads the program of the reader. */
export const loadOwnProgram = () => import('./reader-program');

export type { BoardHost } from './program-board';
export type { BoardInputs } from './protocol';
export { configFor } from './config';
export { lazyBoard } from './lazy-board';

/** Loads the board, which runs its programs in workers. */
export const loadBoard = () => import('./page-board').then((module) => module.pageBoard);
