/** Settings of the site in unit tests, in the place of what the build generates. */
export default {
  title: 'Docs',
  baseUrl: '/',
  customFields: { sandboxUrl: '/sandbox', apiProxyUrl: '/proxy/', pageViewsPath: '' },
};
