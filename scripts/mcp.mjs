import { existsSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './lib/run.mjs';
import { fail } from './lib/terminal.mjs';

// `npm run --silent mcp`: the documentation as an MCP server on standard input and output, which carry only its messages.
if (!existsSync(path.join(root, 'node_modules/tsx')))
  fail('The packages are not installed: run "npm run build" first');
process.exitCode = await run('node', ['--import', 'tsx', 'packages/mcp/src/stdio.ts']);
