/**
 * The helpers of `tslib` that `@docusaurus/utils-common` uses. It is compiled to CommonJS, so the bundler cannot remove the
 * other forty (3 kB compressed).
 */
export function __importDefault(module: { __esModule?: boolean }): unknown {
  return module.__esModule ? module : { default: module };
}
