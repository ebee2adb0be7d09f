/** Replaces the theme's mobile table of contents above the title: `DocItem/Content` renders it below. */
export default function DocItemTOCMobile(): null {
  return null;
}
