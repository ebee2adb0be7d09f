export { default as Offline } from './Offline';
