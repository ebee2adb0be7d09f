import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cache } from '../support/folders.ts';
import { compile } from './compile.ts';
import { lack } from './lack.ts';
import type { Program, Toolchain } from './toolchain.ts';

/** What `cargo init` and the commands in the first line of a sample wrote in November 2026. */
const manifest = `[package]
name = "samples"
version = "0.1.0"
edition = "2024"

[dependencies]
reqwest = { version = "0.13.5", features = ["blocking"] }
serde_json = "1.0.154"

[profile.dev]
debug = false
`;

const digest = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
/** Stays from run to run, so that the crates are compiled once. */
const project = path.join(cache, `rust-${digest}`);
const ready = path.join(project, 'target/crates-compiled');
const binary = path.join(project, 'target/debug/samples');

async function writeSources(main: string, modules: readonly Program[]): Promise<void> {
  await rm(path.join(project, 'src'), { recursive: true, force: true });
  await mkdir(path.join(project, 'src'), { recursive: true });
  await writeFile(path.join(project, 'Cargo.toml'), manifest);
  await writeFile(path.join(project, 'src/main.rs'), main);
  for (const { id, source } of modules) {
    await writeFile(path.join(project, 'src', `${id}.rs`), source);
  }
}

/** The sample as it is, in a module of its own that passes its `main` on. */
const moduleOf = ({ id }: Program) => `mod ${id} {
    include!("${id}.rs");
    pub fn run() -> std::process::ExitCode {
        std::process::Termination::report(main())
    }
}
`;

const dispatcher = (programs: readonly Program[]) => `${programs.map(moduleOf).join('')}
fn main() -> std::process::ExitCode {
    match std::env::args().nth(1).as_deref() {
${programs.map(({ id }) => `        Some("${id}") => ${id}::run(),\n`).join('')}        _ => std::process::ExitCode::from(64),
    }
}
`;

const firstLine = (error: unknown) =>
  String(error)
    .split('\n')
    .find((line) => /^\s*(?:error|Caused|warning: spurious)/.test(line)) ?? 'cargo failed';

/** Fetches and compiles the crates the samples use, once for each manifest. */
async function crates(): Promise<string | undefined> {
  const reason = lack('rust');
  if (reason !== undefined) return reason;
  try {
    if (existsSync(ready)) {
      await compile('cargo', ['fetch', '--quiet', '--locked', '--offline'], project);
      return undefined;
    }
    console.log('samples: compiling the crates of the Rust samples, once …');
    await writeSources('fn main() {}\n', []);
    await compile('cargo', ['fetch', '--quiet'], project);
    await compile('cargo', ['build', '--quiet', '--locked', '--offline'], project);
    await writeFile(ready, '');
    return undefined;
  } catch (error) {
    return `the crates reqwest and serde_json cannot be had here: ${firstLine(error).trim()}`;
  }
}

/** One program of which each sample is a module. */
export const rust: Toolchain = {
  missing: await crates(),
  build: async (programs, folder) => {
    await writeSources(dispatcher(programs), programs);
    await compile('cargo', ['build', '--quiet', '--locked', '--offline'], project);
    const copy = path.join(folder, path.basename(binary));
    await copyFile(binary, copy);
    return (id) => ({ file: copy, args: [id], cwd: folder });
  },
};
