/** Replaces the theme's banner on old and future versions: this documentation has one version. */
export default function DocVersionBanner(): null {
  return null;
}
