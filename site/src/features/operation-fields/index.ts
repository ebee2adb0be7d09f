export { Code, Codes, Field, Fields, Nested } from './Fields';
