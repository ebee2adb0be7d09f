export { default as SimulatedDevice } from './SimulatedDevice';
export type { Platform } from './platform';

/** Loads the requests to the Platform API of the reader's project. */
export const loadPlatform = () => import('./platform');
