import path from 'node:path';
import type { LoadContext, Plugin, PluginModule } from '@docusaurus/types';
import type { PluginOptions } from '@docusaurus/theme-classic';
import themeClassic, * as published from '@docusaurus/theme-classic';

/** Folder that the paths of the theme are relative to. */
const folder = path.dirname(require.resolve('@docusaurus/theme-classic'));

/** Module that gives every page a highlighter of 114 kB; `content/highlight` highlights fences in the build. */
const highlighter = './prism-include-languages';

/**
 * The classic theme without its client module for the highlighter in the browser, which no setting turns off.
 * @throws Error when the theme has no such module
 */
function theme(context: LoadContext, options: unknown): Plugin {
  const classic = themeClassic(context, options as PluginOptions) as Plugin;
  const modules = classic.getClientModules?.() ?? [];
  if (!modules.includes(highlighter))
    throw new Error(`the theme has no client module ${highlighter}: review content/theme`);
  const absolute = (file: string | undefined) => path.resolve(folder, file ?? '');
  return {
    ...classic,
    getThemePath: () => absolute(classic.getThemePath?.()),
    getTypeScriptThemePath: () => absolute(classic.getTypeScriptThemePath?.()),
    getClientModules: () => modules.filter((file) => file !== highlighter).map(absolute),
  };
}

/** Checks of the theme's settings, which its types leave out. */
const { validateOptions, validateThemeConfig } = published as unknown as Pick<
  PluginModule,
  'validateOptions' | 'validateThemeConfig'
>;

export default Object.assign(theme, { validateOptions, validateThemeConfig });
