/** Replaces the theme's version badge: with one version it would say the same on every page. */
export default function DocVersionBadge(): null {
  return null;
}
