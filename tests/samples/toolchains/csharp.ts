import { spawnSync } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { firstMissing, sampleTools } from '../../../scripts/lib/sample-tools.mjs';
import { cleanEnvironment } from '../support/environment.ts';
import { compile } from './compile.ts';
import { forMono, statementsToMethod } from './csharp-rewrites.ts';
import { missingSampleTool } from './missing-tool.ts';
import type { Program, Toolchain } from './toolchain.ts';

/** The project file of `dotnet new console`. */
const projectFile = (framework: string) => `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>${framework}</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
</Project>
`;

const branch = ({ id }: Program) =>
  `            case "${id}": return ${id}.Program.Run().GetAwaiter().GetResult();\n`;

/**
 * Runs the sample in its argument. It ends with `Exit`, because one in a hundred Mono programs that return from `Main` after
 * using HttpClient takes 28 s to end.
 */
const dispatcher = (programs: readonly Program[]) => `static class Dispatcher
{
    static int Run(string name)
    {
        switch (name)
        {
${programs.map(branch).join('')}            default: return 64;
        }
    }

    static void Main(string[] args)
    {
        System.Environment.Exit(Run(args[0]));
    }
}
`;

/** One project with all samples: building one per sample takes minutes. */
const withDotnet: Toolchain['build'] = async (programs, folder) => {
  const env = { ...cleanEnvironment(), DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' };
  const version = spawnSync('dotnet', ['--version'], { env, encoding: 'utf8' }).stdout;
  const framework = `net${version.split('.')[0] ?? ''}.0`;
  await writeFile(path.join(folder, 'samples.csproj'), projectFile(framework));
  await writeFile(path.join(folder, 'Dispatcher.cs'), dispatcher(programs));
  for (const { id, source } of programs) {
    await writeFile(path.join(folder, `${id}.cs`), statementsToMethod(source, id));
  }
  await compile('dotnet', ['build', '--output', 'out'], folder, env);
  return (id) => ({ file: 'dotnet', args: ['out/samples.dll', id], cwd: folder });
};

/** One program with all samples, rewritten in C# that Mono's compiler supports. */
const withMono: Toolchain['build'] = async (programs, folder) => {
  await copyFile(path.join(import.meta.dirname, 'mono-types.cs'), path.join(folder, 'types.cs'));
  await writeFile(path.join(folder, 'dispatcher.cs'), dispatcher(programs));
  for (const { id, source } of programs) {
    await writeFile(path.join(folder, `${id}.cs`), forMono(source, id));
  }
  const files = ['types.cs', 'dispatcher.cs', ...programs.map(({ id }) => `${id}.cs`)];
  const options = ['-warnaserror', '-r:System.Net.Http.dll', '-out:samples.exe'];
  await compile('mcs', [...options, ...files], folder);
  return (id) => ({ file: 'mono', args: ['samples.exe', id], cwd: folder });
};

const hasDotnet = firstMissing(sampleTools.csharp.requirements, cleanEnvironment()) === undefined;

/** .NET where it is installed, Mono otherwise. */
export const csharp: Toolchain = {
  missing: missingSampleTool('csharp'),
  build: hasDotnet ? withDotnet : withMono,
};
