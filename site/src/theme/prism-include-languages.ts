/** Replaces the theme's loader of browser-side grammars: fences are highlighted at build time (see `content/highlight`). */
export default function prismIncludeLanguages(): void {
  // Nothing to load.
}
