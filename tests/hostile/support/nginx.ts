import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../packages/sandbox/test/support/processes/free-port.ts';
import { createAuthority } from '../../../packages/server/test/support/certificates.ts';
import { dial } from './raw.ts';
import { nextTurn } from './site-process.ts';

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** Name of the site in the README's configuration. */
export const siteName = 'docs.example.com';

/** Reads the configuration that the README shows. */
async function documented(): Promise<string> {
  const readme = await readFile(
    path.resolve(import.meta.dirname, '../../../packages/server/README.md'),
    'utf8',
  );
  const [, block] = /```nginx\n([\s\S]*?)```/.exec(readme) ?? [];
  if (block === undefined) throw new Error('the README has no configuration of nginx');
  return block;
}

/** Nginx in front of a server. */
export class Nginx {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    readonly port: number,
    /** Certificate of its authority, as PEM. */
    readonly ca: string,
  ) {}

  /**
   * Starts nginx with the configuration of the README.
   * @param backend port of the server
   * @param edit changes the configuration
   */
  static async start(
    backend: number,
    edit: (text: string) => string = (text) => text,
  ): Promise<Nginx> {
    const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
    const authority = await createAuthority();
    const { key, cert } = await authority.issue([siteName]);
    await writeFile(path.join(folder, 'key.pem'), key);
    await writeFile(path.join(folder, 'cert.pem'), cert);
    const port = await freePort();
    const server = edit(await documented())
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${backend}`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/cert.pem;`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n');
    const file = path.join(folder, 'nginx.conf');
    await writeFile(
      file,
      `daemon off;\nmaster_process off;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${server}\n}\n`,
    );
    const log = path.join(folder, 'error.log');
    const process = spawn('nginx', ['-e', log, '-p', folder, '-c', file], { stdio: 'ignore' });
    for (;;) {
      const socket = await dial(port);
      const isOpen = !socket.destroyed;
      socket.destroy();
      if (isOpen) return new Nginx(process, folder, port, authority.ca);
      if (process.exitCode !== null) throw new Error(await readFile(log, 'utf8'));
      await nextTurn();
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}
