/** Examples with somebody's own values in their place; in a browser too. */
export { bodyWithValues } from './body-with-values.ts';
