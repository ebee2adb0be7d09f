import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { writeFolder } from '../api-reference';
import { pictureFile } from './pictures';

/** Docusaurus plugin: writes the file of the pictures below `static/`. */
export default function greenhouse({ siteDir }: LoadContext): Plugin {
  return {
    name: 'greenhouse',
    loadContent() {
      const { folder, name, content } = pictureFile;
      writeFolder(path.join(siteDir, 'static', folder), new Map([[name, content]]));
      return Promise.resolve();
    },
  };
}
