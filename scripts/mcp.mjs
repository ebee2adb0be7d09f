import { run } from './lib/run.mjs';

// `npm run --silent mcp`: the documentation as an MCP server on standard input and output, which carry only its messages.
process.exitCode = await run('node', ['--import', 'tsx', 'packages/mcp/src/stdio.ts']);
