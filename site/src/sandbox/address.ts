import siteConfig from '@generated/docusaurus.config';

/**
 * Absolute base address of this site's sandbox (`https://docs.example.com/sandbox`), without a slash at its end; empty when
 * the site has none.
 */
export function sandboxAddress(): string {
  const setting = String(siteConfig.customFields?.sandboxUrl);
  if (setting === '') return '';
  return new URL(setting, window.location.origin).href.replace(/\/+$/, '');
}
