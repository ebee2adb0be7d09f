import { createHash } from 'node:crypto';
import { build, type BuildOptions, type Plugin as BuildPlugin } from 'esbuild';

/** Part of a file's name that changes with its content. */
export const hashOf = (content: string | Uint8Array) =>
  createHash('sha256').update(content).digest('hex').slice(0, 8);

/** Modules that only exist while a script is built, by the names that others import. @param resolveDir folder that they import from */
export function generated(
  modules: Readonly<Record<string, string>>,
  resolveDir: string,
): BuildPlugin {
  return {
    name: 'generated',
    setup: (building) => {
      building.onResolve({ filter: /.*/ }, ({ path: name }) =>
        name in modules ? { path: name, namespace: 'generated' } : undefined,
      );
      building.onLoad({ filter: /.*/, namespace: 'generated' }, ({ path: name }) => ({
        contents: modules[name],
        resolveDir,
        loader: 'js',
      }));
    },
  };
}

/** Builds a script of a worker. @param resolveDir folder that `contents` imports from */
export async function workerScript(
  contents: string,
  resolveDir: string,
  options: BuildOptions = {},
): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    stdin: { contents, resolveDir, loader: 'ts' },
    bundle: true,
    minify: true,
    legalComments: 'none',
    format: 'iife',
    platform: 'browser',
    define: { 'import.meta.url': 'self.location.href', ...options.define },
    // The oldest browsers in `browserslist`.
    target: ['chrome107', 'firefox104', 'safari16'],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
