/** Settings of the site in unit tests, in the place of what the build generates. */
export default { baseUrl: '/', customFields: { sandboxUrl: '/sandbox', apiProxyUrl: '/proxy/' } };
