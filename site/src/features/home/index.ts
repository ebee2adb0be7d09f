export { readValues, submitValue } from './tour';
export { default as HomeHero, Icon } from './HomeHero';
