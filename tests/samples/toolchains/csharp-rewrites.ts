/*
 * Mono's compiler supports C# 7. Each function rewrites one newer construct. The last one is also needed for .NET: a project
 * can contain one program with top-level statements, and the tests have many.
 */

/**
 * Rewrites C# 11 raw string literals, interpolated or not, as verbatim ones: the indentation of the closing quotes is
 * removed from all lines.
 */
export function rawToVerbatim(source: string): string {
  return source.replace(
    /(\$*)("{3,})\n([\s\S]*?)\n([ \t]*)\2(?!")/g,
    (_, { length }: string, _quotes: string, content: string, margin: string) => {
      const lines = content.split('\n').map((line) => {
        if (!line.startsWith(margin))
          throw new Error(`a line of a raw string has no margin: ${line}`);
        return line.slice(margin.length);
      });
      const text = lines.join('\n').replaceAll('"', '""');
      if (length === 0) return `@"${text}"`;
      // A value is in as many braces as there are `$`; in C# 7 it is in one, and others are doubled.
      const parts = text.split(new RegExp(`\\{{${length}}([^{}]+)\\}{${length}}`));
      return `$@"${parts
        .map((part, index) => (index % 2 === 1 ? `{${part}}` : part.replace(/[{}]/g, '$&$&')))
        .join('')}"`;
    },
  );
}

/** Rewrites C# 8 `using` declarations as plain ones; nothing is disposed before the program ends. */
export function usingToVariable(source: string): string {
  return source.replaceAll(/^(\s*)using (?=var )/gm, '$1');
}

/** Rewrites a C# 9 pattern `x is A or B` as `x is A || x is B`. */
export function orPatternToOr(source: string): string {
  return source.replaceAll(/\b(\w+) is (\w+) or (\w+)\b/g, '$1 is $2 || $1 is $3');
}

/** Implicit imports of a .NET project (`ImplicitUsings`). */
const implicit = [
  'System',
  'System.IO',
  'System.Linq',
  'System.Net.Http',
  'System.Threading.Tasks',
];

/** Rewrites C# 9 top-level statements as a method `Run` of a class in a separate namespace. */
export function statementsToMethod(source: string, namespace: string): string {
  const directives = /^(?:using [\w.]+;\n)*/.exec(source)?.[0] ?? '';
  const imports = implicit.map((name) => `using ${name};\n`).join('') + directives;
  const body = source.slice(directives.length);
  const method = `public static async Task<int> Run()\n{\n${body}\n}`;
  return `${imports}\nnamespace ${namespace}\n{\nstatic class Program\n{\n${method}\n}\n}\n`;
}

/** Rewrites a whole sample in C# 7. */
export function forMono(source: string, namespace: string): string {
  const plain = orPatternToOr(usingToVariable(rawToVerbatim(source)));
  return statementsToMethod(plain, namespace);
}
