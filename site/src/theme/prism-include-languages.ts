/** Replaces the theme's loader of browser-side grammars: fences are highlighted at build time (see `plugins/highlight`). */
export default function prismIncludeLanguages(): void {
  // Nothing to load.
}
