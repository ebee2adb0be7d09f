/**
 * Removes the theme's banners for drafts and unlisted pages. This site has neither: `fixes/loader.cjs` rejects them.
 */
export default function ContentVisibility(): null {
  return null;
}
