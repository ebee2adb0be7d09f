export { default as CopyPage } from './CopyPage';
