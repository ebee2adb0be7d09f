import type { LoadContext, Plugin } from '@docusaurus/types';
import path from 'node:path';
import {
  exerciseIds,
  type DeviceProgram,
  type ExerciseDiffs,
} from '../../src/contracts/device-program';
import { excerpt, readExample } from '../example-files';

const whole = { lines: undefined, region: undefined };

/** Returns a file of the program without the comments that mark regions, as pages show it. */
const fileOf = (name: string) => `${excerpt(readExample(`greenhouse/${name}`), whole)}\n`;

/** Returns the change that solves each exercise, as a unified diff of the program. */
const readDiffs = (): ExerciseDiffs =>
  Object.fromEntries(
    exerciseIds.map((id) => [id, readExample(`greenhouse/exercises/${id}.diff`)]),
  ) as ExerciseDiffs;

/**
 * Docusaurus plugin: writes the program of the simulated device, its settings and the changes of the exercises as data, which
 * loads on demand. Pages show the same files.
 */
export default function deviceProgram({ siteDir }: LoadContext): Plugin {
  return {
    name: 'device-program',
    getPathsToWatch: () => [path.join(siteDir, 'examples/greenhouse/**/*.{py,diff}')],
    contentLoaded: async ({ actions }) => {
      const data: DeviceProgram = { main: fileOf('greenhouse.py'), config: fileOf('config.py') };
      await actions.createData('program.json', data);
      await actions.createData('exercises.json', readDiffs());
    },
  };
}
