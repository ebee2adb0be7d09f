export { default as Arrow } from './Arrow';
export { default as Badge } from './Badge';
export { default as Box } from './Box';
export { default as Frame } from './Frame';
export { default as Lane } from './Lane';
export { default as Note } from './Note';
export { default as State } from './State';
export { default as Text } from './Text';
export type { Point } from './geometry';
