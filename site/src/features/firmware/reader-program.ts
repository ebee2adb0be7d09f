import program from '@generated/device-program/default/program.json';
import { OwnProgram } from './own-program';

/** The program of the reader, which all parts of the page share. */
export const ownProgram = new OwnProgram(program.main);
