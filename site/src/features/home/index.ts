export { readValues, submitValue } from './tour';
export { default as HomeHero } from './HomeHero';
