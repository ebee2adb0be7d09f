/** Names of the changes that were applied in this build. */
const applied = new Set();

/**
 * Replaces parts of a module's source.
 * @throws Error unless each part occurs exactly once: the module has changed and the replacement must be reviewed
 */
function edit(name, source, edits) {
  return edits.reduce((text, [before, after]) => {
    const parts = text.split(before);
    if (parts.length !== 2) {
      throw new Error(
        `"${name}" no longer matches its module: found ${parts.length - 1} times: "${before}"`,
      );
    }
    return parts.join(after);
  }, source);
}

/**
 * Replaces every entry of a generated module.
 * @throws Error when there is no entry, or one has another form
 */
function replaceEntries(name, source, { mark, form, replacement }) {
  const entries = source.split(mark).length - 1;
  const found = [...source.matchAll(form)].length;
  if (entries === 0 || found !== entries) {
    throw new Error(`the framework's ${name} has changed: ${found} of ${entries} entries match`);
  }
  return source.replaceAll(form, replacement);
}

/** Changes to modules that the framework generates. Each takes the source text. */
const transforms = {
  /** Removes the descriptions of the pages (3 kB compressed): only card lists read them, and this site has none. */
  'version metadata'(source) {
    const route = JSON.parse(source);
    const docs = Object.values(route.version?.docs ?? {});
    if (!docs.some((doc) => typeof doc.description === 'string')) {
      throw new Error("the docs plugin's version metadata has changed: it has no descriptions");
    }
    for (const doc of docs) delete doc.description;
    return JSON.stringify(route);
  },

  /** Removes the source path and the module id of each entry: only static rendering reads them. */
  'chunk registry': (source) =>
    replaceEntries('chunk registry', source, {
      mark: 'require.resolveWeak',
      form: /(\)), "@[^"]+", require\.resolveWeak\("[^"]+"\)\]/g,
      replacement: '$1]',
    }),

  /** Creates the component of a route when it is first read: a visit reads a few of 90. */
  'route table': (source) =>
    replaceEntries('route table', source, {
      mark: 'ComponentCreator(',
      form: /component: (ComponentCreator\('[^']*'(?:, '[^']*')?\))/g,
      replacement: 'get component() { return keepComponent(this, $1); }',
    }) +
    `
function keepComponent(route, component) {
  Object.defineProperty(route, 'component', { value: component });
  return component;
}
`,

  /** Removes what only the build reads (0.8 kB compressed), mostly the colors of the theme's highlighter. */
  'site configuration'(source) {
    const [head, json] = source.split(/(?<=^export default )/m);
    if (json === undefined) throw new Error('the generated site configuration has changed');
    const all = JSON.parse(json.trim().replace(/;$/, ''));
    const buildOnly = ['plugins', 'themes', 'presets', 'clientModules', 'staticDirectories'];
    const config = Object.fromEntries(
      Object.entries(all).filter(([name]) => !buildOnly.includes(name)),
    );
    delete config.themeConfig.blog;
    config.themeConfig.prism = { additionalLanguages: [] };
    return `${head}${JSON.stringify(config)};`;
  },
};

/**
 * Bundler loader for one change to what the browser downloads. Options: the `name` of the change, and its `edits` or the
 * `replacement` of the module, unless it is one of `transforms`.
 * @param {string} source text of the module
 * @throws Error when the module no longer has the form that the change expects
 */
module.exports = function loader(source) {
  const { name, edits, replacement } = this.getOptions();
  const changed = edits ? edit(name, source, edits) : (replacement ?? transforms[name](source));
  applied.add(name);
  return changed;
};

module.exports.applied = applied;
