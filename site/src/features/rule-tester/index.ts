export { default as RuleTester } from './RuleTester';
