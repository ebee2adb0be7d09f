/**
 * Replaces the theme's `pre`. Fences have already been highlighted by `content/highlight`, so the theme's code block, which
 * highlights in the browser, is not needed.
 */
export { default } from '@site/src/components/CodeBlock';
