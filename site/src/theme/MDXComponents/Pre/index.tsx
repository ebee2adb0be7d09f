/**
 * Replaces the theme's `pre`. Fences arrive here already highlighted by `plugins/highlight`, so the theme's own block,
 * which highlights in the browser, has nothing left to do.
 */
export { default } from '@site/src/components/CodeBlock';
