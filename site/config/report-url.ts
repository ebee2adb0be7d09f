/**
 * Returns the address of an issue form with the version filled in, by the parameters that GitHub, Gitea and Forgejo read. The page
 * appends its path to the title. Most of the address is computed here because every page loads the code of the link.
 * @param form address of the empty form; empty for none
 */
export function reportUrl(form: string, version: string): string {
  if (form === '') return '';
  const body = encodeURIComponent(`Version: ${version}\n\nWhat is wrong?\n`);
  const title = encodeURIComponent('Problem with ');
  return `${form}${form.includes('?') ? '&' : '?'}body=${body}&title=${title}`;
}
