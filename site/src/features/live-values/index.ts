export { default as LiveValues } from './LiveValues';
