export { default as Exercise } from './Exercise';
export { default as ShowMe } from './ShowMe';
