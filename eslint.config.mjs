import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { tsImport } from 'tsx/esm/api';
import tseslint from 'typescript-eslint';

/** @type {unknown} */
const loaded = await tsImport('./tests/prose/code-terms.ts', import.meta.url);
const { codeTerms } = /** @type {{ codeTerms: import('eslint').Rule.RuleModule }} */ (loaded);

/** Arrows of the design point one way: what a folder must not import from. */
const boundaries = [
  { target: './specs', from: ['./packages', './site', './tests', './bench'] },
  { target: './packages', from: ['./site', './tests', './bench', './scripts'] },
  { target: './packages/openapi-model', from: ['./packages/!(openapi-model)/**'] },
  {
    target: './packages/code-samples',
    from: ['./packages/!(openapi-model|code-samples)/**'],
  },
  { target: './packages/search', from: ['./packages/!(search)/**'] },
  {
    target: './packages/mcp',
    from: ['./packages/!(openapi-model|code-samples|search|mcp)/**'],
  },
  { target: './packages/sandbox', from: ['./packages/!(openapi-model|sandbox)/**'] },
  {
    target: './packages/simulated-device',
    from: ['./packages/!(openapi-model|simulated-device)/**'],
  },
  { target: './packages/server', from: ['./packages/code-samples'] },
  {
    target: './site',
    from: ['./packages/server', './packages/mcp', './tests', './bench'],
  },
  { target: './site', from: './packages/sandbox', except: ['./src/browser'] },
];

const features = readdirSync(new URL('site/src/features', import.meta.url));

/**
 * Boundaries inside the site. Each feature has one way in, its `index.ts`. What features share (requests, contracts, components) and
 * what runs at build time imports none of them. The sandbox project uses no other feature, the reader's values only that one.
 */
const siteBoundaries = [
  ...features.map((name) => ({
    target: `./site/src/features/${name}`,
    from: `./site/src/features/!(${name})/**`,
    except: ['**/site/src/features/*/index.ts'],
  })),
  {
    target: './site/src/!(features)/**',
    from: './site/src/features/**',
    except: ['**/site/src/features/*/index.ts'],
  },
  ...['content', 'delivery', 'src/requests', 'src/contracts', 'src/components', 'src/boot'].map(
    (name) => ({ target: `./site/${name}`, from: './site/src/features' }),
  ),
  {
    target: './site/src/features/sandbox-project',
    from: './site/src/features/!(sandbox-project)/**',
  },
  {
    target: './site/src/features/values',
    from: './site/src/features/!(values|sandbox-project)/**',
  },
];

/** Folders whose code runs in a browser as well: nothing of Node's. */
const pureCores = [
  'packages/openapi-model/src/**',
  'packages/code-samples/src/**',
  'packages/search/src/**',
  'packages/simulated-device/src/*.ts',
  'packages/sandbox/src/{core,http,browser}/**',
  'packages/sandbox/src/{ids,sandbox,sweeper}.ts',
  'packages/sandbox/src/store/{database,migrate,prepared,sqlite-dialect}.ts',
  'packages/sandbox/src/store/migrations/**',
];

export default defineConfig(
  {
    ignores: [
      '**/build/',
      '**/dist/',
      '**/.docusaurus/',
      '**/node_modules/',
      '**/.cache/',
      // Programs for readers: no project of TypeScript's; `tests/examples` and `tests/generators` run them.
      'specs/clients/',
      'site/examples/',
      '**/*.generated.ts',
      // Copies for readers and validators, which the build writes.
      'site/static/',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { 'import-x': importX, prose: { rules: { 'standard-terms': codeTerms } } },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.tsx', '.mjs', '.js'] }),
      ],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: [...boundaries, ...siteBoundaries] }],
      'prose/standard-terms': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: false }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    // The lists of terms with their tests, and words of readers that the search understands.
    files: [
      'tests/prose/data/words.ts',
      'tests/prose/{words,code-terms,spelling}.test.ts',
      'tests/prose/code-terms.ts',
      'tests/prose/spelling-settings.ts',
      'packages/search/src/analysis/{synonyms,stem}.ts',
      'packages/search/test/analysis/stem.test.ts',
    ],
    rules: { 'prose/standard-terms': 'off' },
  },
  {
    files: pureCores,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['node:*', 'fs', 'path', 'crypto'],
              message: 'Cores import nothing from Node.',
            },
          ],
        },
      ],
      'no-restricted-globals': ['error', 'process', 'Buffer'],
    },
  },
  {
    // Tests may prepare another feature by its parts.
    files: ['site/src/**/*.test.ts'],
    rules: { 'import-x/no-restricted-paths': ['error', { zones: boundaries }] },
  },
  {
    files: ['site/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    // Bundler loaders and replaced packages: CommonJS, outside every TypeScript project.
    files: ['**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { module: 'writable', exports: 'writable', require: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    // Plain scripts: checked by tsc through JSDoc, without a type for every built-in they touch.
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', URL: 'readonly', console: 'readonly' } },
  },
);
