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
 * Replaces functions of a strict module by one that throws.
 * @throws Error unless each of them is declared exactly once, outside other functions
 */
function removeFunctions(name, source, functions) {
  const rest = functions.reduce((text, removed) => {
    const [before = '', body, ...others] = text.split(`\nfunction ${removed}(`);
    if (body === undefined || others.length > 0) {
      throw new Error(`"${name}" no longer matches its module: it has no single "${removed}"`);
    }
    return before + body.slice(body.indexOf('\n}\n') + 2);
  }, source);
  const aliases = functions.map((removed) => `${removed} = removedFunction`).join();
  const declarations = `
function removedFunction() { throw Error('This feature was removed from the bundle: ${name}'); }
var ${aliases};
`;
  return edit(name, rest, [['"use strict";\n', `"use strict";${declarations}`]]);
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

/** Short names for the chunks of the registry: the framework has 8 characters each, in several tables. */
function shortNames(names) {
  const sorted = [...new Set(names)].sort();
  return new Map(sorted.map((name, index) => [name, index.toString(36)]));
}

/**
 * Keys of routes with a letter instead of a hash, which only distinguishes routes with the same path.
 * @param routes pairs of path and hash
 */
function shortKeys(routes) {
  return new Map(
    routes.map(([path, hash]) => {
      const same = routes
        .filter(([other]) => other === path)
        .map(([, other]) => other)
        .sort();
      return [`${path}-${hash}`, `${path}-${(10 + same.indexOf(hash)).toString(36)}`];
    }),
  );
}

/** Fields of a page's metadata that no component of the theme or this site reads. */
const buildOnlyMetadata = [
  ...['source', 'sourceDirName', 'draft', 'unlisted', 'tags', 'version', 'sidebar'],
];

/** Changes to modules that the framework generates. Each takes the source text. */
const transforms = {
  /**
   * Removes what the browser does not read (1.5 kB compressed): the page ids in the sidebars, and the pages that they name.
   * Only the breadcrumbs of a page that is in no sidebar read the titles of pages: those of the category pages above it.
   */
  'version metadata'(source) {
    const route = JSON.parse(source);
    const inSidebar = new Set();
    const sidebars = JSON.stringify(route.version?.docsSidebars ?? {}, function (key, value) {
      if (this.type !== 'link') return value;
      if (key === 'docId') inSidebar.add(value);
      return key === 'docId' || (key === 'unlisted' && value === false) ? undefined : value;
    });
    const docs = Object.entries(route.version?.docs ?? {});
    const others = docs.filter(([id]) => !inSidebar.has(id));
    if (inSidebar.size === 0 || others.length === docs.length) {
      throw new Error("the docs plugin's version metadata has changed: its sidebars have no ids");
    }
    route.version.docsSidebars = JSON.parse(sidebars);
    route.version.docs = Object.fromEntries(others.map(([id, { title }]) => [id, { id, title }]));
    return JSON.stringify(route);
  },

  /** Removes what only the build reads, and the second copy of the front matter. */
  'page metadata'(source) {
    const page = JSON.parse(source);
    if (page.draft !== false || page.unlisted !== false || page.frontMatter === undefined) {
      throw new Error(
        `${page.source} is a draft or unlisted, which src/theme/ContentVisibility does not support, or page metadata has changed`,
      );
    }
    const read = Object.entries(page).filter(([name]) => !buildOnlyMetadata.includes(name));
    return JSON.stringify({ ...Object.fromEntries(read), frontMatter: {} });
  },

  /** Shortens the name of each entry, and removes its source path and module id: only static rendering reads them. */
  'chunk registry'(source) {
    const entries = [...source.matchAll(/"(\w+)": \[\(\) => import\(\/\* webpackChunkName/g)];
    const names = shortNames(entries.map(([, name]) => name));
    return replaceEntries('chunk registry', source, {
      mark: 'require.resolveWeak',
      form: /"(\w+)": \[(\(\) => import\(\/\* webpackChunkName: )"\1"( \*\/ "[^"]+"\)), "@[^"]+", require\.resolveWeak\("[^"]+"\)\]/g,
      replacement: (_entry, name, load, path) =>
        `"${names.get(name)}": [${load}"${names.get(name)}"${path}]`,
    });
  },

  /** Names of the chunks of each route, as in the registry and the route table. */
  'route chunk names'(source) {
    const routes = Object.entries(JSON.parse(source));
    const keys = shortKeys(routes.map(([key]) => /^(.*)-(\w+)$/.exec(key)?.slice(1)));
    const found = [];
    JSON.stringify(routes, (_key, value) => {
      if (typeof value === 'string' && !keys.has(value)) found.push(value);
      return value;
    });
    const names = shortNames(found);
    const short = routes.map(([key, chunks]) => [keys.get(key), chunks]);
    return JSON.stringify(Object.fromEntries(short), (_key, value) => names.get(value) ?? value);
  },

  /** Creates the component of a route when it is first read: a visit reads a few of 90. Shortens the keys of the routes. */
  'route table'(source) {
    const creations = [...source.matchAll(/ComponentCreator\('([^']*)', '(\w+)'\)/g)];
    const keys = shortKeys(creations.map(([, path, hash]) => [path, hash]));
    const suffix = (path, hash) => keys.get(`${path}-${hash}`).slice(path.length + 1);
    const lazy = replaceEntries('route table', source, {
      mark: 'ComponentCreator(',
      form: /component: ComponentCreator\('([^']*)'(?:, '([^']*)')?\)/g,
      replacement: (_entry, path, hash) => {
        const key = hash === undefined ? '' : `, '${suffix(path, hash)}'`;
        return `get component() { return keepComponent(this, ComponentCreator('${path}'${key})); }`;
      },
    });
    return `${lazy}
function keepComponent(route, component) {
  Object.defineProperty(route, 'component', { value: component });
  return component;
}
`;
  },

  /** Removes what only the build reads (1.2 kB compressed), mostly the colors of the theme's highlighter. */
  'site configuration'(source) {
    const [head, json] = source.split(/(?<=^export default )/m);
    if (json === undefined) throw new Error('the generated site configuration has changed');
    const all = JSON.parse(json.trim().replace(/;$/, ''));
    const buildOnly = [
      ...['plugins', 'themes', 'presets', 'clientModules', 'staticDirectories', 'markdown'],
      ...['onBrokenLinks', 'onBrokenAnchors', 'onBrokenMarkdownLinks', 'onDuplicateRoutes'],
      ...['i18n', 'scripts', 'headTags', 'stylesheets'],
    ];
    const unknown = buildOnly.filter((name) => !(name in all));
    const { experimental_router } = all.future ?? {};
    if (unknown.length > 0 || experimental_router === undefined) {
      throw new Error(`the generated site configuration has changed: ${unknown.join(', ')}`);
    }
    const config = Object.fromEntries(
      Object.entries(all).filter(([name]) => !buildOnly.includes(name)),
    );
    config.future = { experimental_router };
    delete config.themeConfig.blog;
    config.themeConfig.prism = { additionalLanguages: [] };
    return `${head}${JSON.stringify(config)};`;
  },
};

/**
 * Bundler loader for one change to what the browser downloads. Options: the `name` of the change, and its `edits` and
 * `unusedFunctions` or the `replacement` of the module, unless it is one of `transforms`.
 * @param {string} source text of the module
 * @throws Error when the module no longer has the form that the change expects
 */
module.exports = function loader(source) {
  const { name, edits, unusedFunctions = [], replacement } = this.getOptions();
  const changed = edits ? edit(name, source, edits) : (replacement ?? transforms[name](source));
  const result =
    unusedFunctions.length > 0 ? removeFunctions(name, changed, unusedFunctions) : changed;
  applied.add(name);
  return result;
};

module.exports.applied = applied;
