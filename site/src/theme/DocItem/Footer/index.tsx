/** Replaces the theme's foot of a page: it holds tags, an edit link and a date of change, and this site has none of them. */
export default function DocItemFooter(): null {
  return null;
}
