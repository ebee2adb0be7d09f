/**
 * Replaces the theme's `pre`. Fences have already been highlighted by `plugins/highlight`, so the theme's code block, which
 * highlights in the browser, is not needed.
 */
export { default } from '@site/src/components/CodeBlock';
