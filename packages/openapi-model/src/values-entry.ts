/** Examples with somebody's own values in their place; in a browser too. */
export { bodyWithValues, mapBody, type Mapped } from './body-with-values.ts';
export { fromNow, type FromNow } from './example-moment.ts';
