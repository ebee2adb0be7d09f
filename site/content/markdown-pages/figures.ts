import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';

/** The content of a diagram as text, as `src/components/Diagram/Figure` takes it; backticks mark code. */
export interface Figure {
  readonly title: string;
  readonly summary: string;
  readonly caption: string;
  readonly steps: readonly string[];
}

const folder = path.resolve(__dirname, '../../src/components/Diagram');
const stub = 'export default () => null;';

/** Diagram components: all files of the folder except the figure and helpers. Their props contain the text. */
const names = readdirSync(folder)
  .filter((file) => /^[A-Z].*\.tsx$/.test(file) && file !== 'Figure.tsx')
  .map((file) => path.basename(file, '.tsx'));

function isFigure(value: unknown): value is Figure {
  return typeof value === 'object' && value !== null && 'steps' in value && 'summary' in value;
}

/**
 * Reads the text of all diagrams, without rendering. A diagram component returns a figure with its text as props.
 * @throws Error when a component returns something else
 */
export async function readFigures(): Promise<ReadonlyMap<string, Figure>> {
  const { outputFiles } = await build({
    stdin: {
      contents: names.map((name) => `export { default as ${name} } from './${name}';`).join('\n'),
      resolveDir: folder,
    },
    bundle: true,
    format: 'iife',
    globalName: 'diagrams',
    jsx: 'transform',
    write: false,
    plugins: [
      {
        name: 'figure-props',
        setup(bundler) {
          bundler.onResolve({ filter: /^react$|\/Figure$|\.css$/ }, ({ path: file }) => ({
            path: file,
            namespace: 'stub',
          }));
          bundler.onLoad({ filter: /./, namespace: 'stub' }, ({ path: file }) => ({
            contents:
              file === 'react'
                ? 'export default { createElement: (type, props) => ({ props }) }; export const useId = () => "";'
                : stub,
          }));
        },
      },
    ],
  });
  const diagrams: unknown = runInNewContext(`${outputFiles[0]?.text ?? ''}; diagrams`);
  const components = new Map(Object.entries(diagrams as Record<string, () => { props: unknown }>));
  return new Map(
    names.map((name) => {
      const props = components.get(name)?.().props;
      if (!isFigure(props)) throw new Error(`${name}.tsx must return a <Figure>`);
      return [name, props] as const;
    }),
  );
}
