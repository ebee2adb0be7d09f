import type { LoadContext, Plugin } from '@docusaurus/types';
import path from 'node:path';
import type { DeviceProgram } from '../../src/contracts/device-program';
import { excerpt, readExample } from '../example-files';

const whole = { lines: undefined, region: undefined };

/** Returns a file of the program without the comments that mark regions, as pages show it. */
const fileOf = (name: string) => `${excerpt(readExample(`greenhouse/${name}`), whole)}\n`;

/**
 * Docusaurus plugin: writes the program of the simulated device and its settings as data, which loads with the editor. Pages
 * show the same files.
 */
export default function deviceProgram({ siteDir }: LoadContext): Plugin {
  return {
    name: 'device-program',
    getPathsToWatch: () => [path.join(siteDir, 'examples/greenhouse/*.py')],
    contentLoaded: async ({ actions }) => {
      const data: DeviceProgram = { main: fileOf('greenhouse.py'), config: fileOf('config.py') };
      await actions.createData('program.json', data);
    },
  };
}
