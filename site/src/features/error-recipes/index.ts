export { default as Reproduction } from './Reproduction';
