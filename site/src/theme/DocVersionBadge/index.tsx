/** Removes the theme's version badge: with a single version, here "Next", the framework shows none. */
export default function DocVersionBadge(): null {
  return null;
}
