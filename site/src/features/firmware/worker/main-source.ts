/** Strings, comments, and calls that run asyncio's loop, as they start at a position of a program. */
const token =
  /[rRbBuUfF]{0,2}(?:'''[^]*?'''|"""[^]*?"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|#[^\n]*|(?<![\w.])([A-Za-z_]\w*)(\s*\.\s*)(run|run_until_complete|run_forever)(?=\s*\()|\n[ \t]*(?:(?:async[ \t]+)?def|class)\b|\n[ \t]*(?=[^\s#])/g;

/**
 * Rewrites the calls that run asyncio's loop outside of functions, so that they await: the page cannot block until a program
 * ends. Lines stay the same.
 */
export function awaitingLoop(source: string): string {
  /** Indentation of the function or class around, if there is one. */
  let block: number | undefined;
  return `\n${source}`
    .replace(token, (text: string, object?: string, dot?: string, method?: string) => {
      if (text.startsWith('\n')) {
        const indent = /^\n([ \t]*)/.exec(text)?.[1]?.length ?? 0;
        if (block !== undefined && indent <= block) block = undefined;
        if (block === undefined && /def|class/.test(text)) block = indent;
        return text;
      }
      if (object === undefined || block !== undefined) return text;
      if (method === 'run' && object !== 'asyncio' && object !== 'uasyncio') return text;
      return `await ${object}${dot}${method}_main`;
    })
    .slice(1);
}
