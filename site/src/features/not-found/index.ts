export { default as NotFoundHelp } from './NotFoundHelp';
