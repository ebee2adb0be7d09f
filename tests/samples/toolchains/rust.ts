import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cache } from '../support/folders.ts';
import { compile } from './compile.ts';
import { missingSampleTool } from './missing-tool.ts';
import type { Program, Toolchain } from './toolchain.ts';

/**
 * Output of `cargo init` and the commands in the first line of a sample in November 2026, without TLS: the servers of these tests
 * do not use it, and its crate takes most of the time of the first compilation.
 */
const manifest = (name: string) => `[package]
name = "${name}"
version = "0.1.0"
edition = "2024"

[dependencies]
reqwest = { version = "0.13.5", default-features = false, features = ["blocking"] }
serde_json = "1.0.154"

[profile.dev]
debug = false
`;

const digest = createHash('sha256').update(manifest('samples')).digest('hex').slice(0, 12);
/** Kept between runs, so that the crates are compiled once. */
const base = path.join(cache, `rust-${digest}`);
/** Shared by all projects; cargo locks it. */
const target = path.join(base, 'target');
const ready = path.join(target, 'crates-compiled');

/** A package with separate sources, so that two tests can each use one at the same time. */
interface Project {
  readonly name: string;
  readonly folder: string;
}

const cargo = (args: readonly string[], { folder }: Project) =>
  compile('cargo', [...args, '--quiet'], folder, { CARGO_TARGET_DIR: target });

async function writeSources(
  { name, folder }: Project,
  main: string,
  modules: readonly Program[],
): Promise<void> {
  await rm(path.join(folder, 'src'), { recursive: true, force: true });
  await mkdir(path.join(folder, 'src'), { recursive: true });
  await writeFile(path.join(folder, 'Cargo.toml'), manifest(name));
  await writeFile(path.join(folder, 'src/main.rs'), main);
  for (const { id, source } of modules) {
    await writeFile(path.join(folder, 'src', `${id}.rs`), source);
  }
}

/** The unchanged sample in a separate module that exports its `main`. */
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

/** Fetches and compiles the crates of the samples, once per manifest. */
async function crates(project: Project): Promise<string | undefined> {
  const reason = missingSampleTool('rust');
  if (reason !== undefined) return reason;
  try {
    if (existsSync(ready) && existsSync(path.join(project.folder, 'Cargo.lock'))) {
      await cargo(['fetch', '--locked', '--offline'], project);
      return undefined;
    }
    console.log('samples: compiling the crates of the Rust samples, once…');
    await writeSources(project, 'fn main() {}\n', []);
    await cargo(['fetch'], project);
    await cargo(['build', '--locked', '--offline'], project);
    await writeFile(ready, '');
    return undefined;
  } catch (error) {
    return `the crates reqwest and serde_json cannot be had here: ${firstLine(error).trim()}`;
  }
}

/**
 * One program with each sample as a module. @param name name of the package: one for each test that may run at the same time
 */
export async function rustToolchain(name: string): Promise<Toolchain> {
  const project = { name, folder: name === 'samples' ? base : `${base}-${name}` };
  return {
    missing: await crates(project),
    build: async (programs, folder) => {
      await writeSources(project, dispatcher(programs), programs);
      await cargo(['build', '--locked', '--offline'], project);
      const copy = path.join(folder, name);
      await copyFile(path.join(target, 'debug', name), copy);
      return (id) => ({ file: copy, args: [id], cwd: folder });
    },
  };
}

export const rust: Toolchain = await rustToolchain('samples');
