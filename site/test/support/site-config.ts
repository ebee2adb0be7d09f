/** Settings of the site for unit tests, instead of those that the build generates. */
export default {
  title: 'Docs',
  baseUrl: '/',
  customFields: { sandboxUrl: '/sandbox', apiProxyUrl: '/proxy/', pageViewsPath: '' },
};
