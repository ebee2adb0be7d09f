/** Removes the theme's version banner: with a single version, here "Next", the framework shows none. */
export default function DocVersionBanner(): null {
  return null;
}
