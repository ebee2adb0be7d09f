import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cleanEnvironment } from '../support/environment.ts';
import { compile } from './compile.ts';
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
 * Wraps the top-level statements of a sample in a method `Run` of a class in a separate namespace: a project can contain one
 * program with top-level statements, and the tests have many. Nothing else of the sample changes.
 */
function statementsToMethod(source: string, namespace: string): string {
  const directives = /^(?:using [\w.]+;\n)*/.exec(source)?.[0] ?? '';
  const body = source.slice(directives.length);
  const method = `public static async Task<int> Run()\n{\n${body}\n}`;
  return `${directives}\nnamespace ${namespace}\n{\nstatic class Program\n{\n${method}\n}\n}\n`;
}

/** Runs the sample in its argument. */
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

/** Without .NET, the samples are only parsed. */
export const csharp: Toolchain = { missing: missingSampleTool('csharp'), build: withDotnet };
