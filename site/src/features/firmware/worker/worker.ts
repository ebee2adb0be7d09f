import { type FromWorker, type StartMessage, type ToWorker } from '../protocol';
import { blocker } from './block';
import { ForbiddenError } from './guard';
import { type Interpreter, startInterpreter } from './interpreter';
import { Outbox } from './outbox';
import { stripScope } from './scope';
import { WorkerBoard } from './worker-board';

const reasonOf = (error: unknown) =>
  error instanceof ForbiddenError
    ? 'The program reached for JavaScript, which a board does not have.'
    : `The interpreter stopped: ${String(error)}`;

/** Runs one start of the board in this worker. @param modules Python modules of the board by file name */
export function serveBoard(modules: Readonly<Record<string, string>>): void {
  // The program must not find these in the scope.
  const post = self.postMessage.bind(self) as (message: FromWorker) => void;
  const setTimeout = self.setTimeout.bind(self);
  const clearTimeout = self.clearTimeout.bind(self);
  const compile = WebAssembly.compile.bind(WebAssembly);
  const block = blocker();
  const outbox = new Outbox({ post, now: Date.now, setTimeout });
  let board: WorkerBoard | undefined;
  let interpreter: Interpreter | undefined;
  const crash = (error: unknown) => {
    outbox.flush();
    post({ kind: 'died', reason: reasonOf(error) });
  };
  const start = async ({ engine, files, wifi, inputs }: StartMessage) => {
    const compiled = engine instanceof WebAssembly.Module ? engine : await compile(engine);
    if (compiled !== engine) post({ kind: 'compiled', engine: compiled });
    board = new WorkerBoard({ post, outbox, now: Date.now, block, wifi }, inputs);
    interpreter = await startInterpreter({
      engine: compiled,
      board: board.functions(),
      files: { ...modules, ...files },
      write: (bytes) => outbox.write(bytes),
      onCrash: crash,
      timers: { setTimeout, clearTimeout },
    });
    stripScope(globalThis);
    post({ kind: 'started' });
    const traceback = await interpreter.run();
    if (traceback !== '') outbox.print(`${traceback}\n`);
    outbox.flush();
    post({ kind: 'ended' });
  };
  self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    switch (data.kind) {
      case 'start':
        start(data).catch(crash);
        break;
      case 'inputs':
        board?.setInputs(data.inputs);
        break;
      case 'result':
        board?.settle(data.id, data.value);
        break;
      case 'interrupt':
        try {
          interpreter?.interrupt();
        } catch (error) {
          crash(error);
        }
        break;
      case 'ping':
        post({ kind: 'pong' });
    }
  });
  self.addEventListener('unhandledrejection', ({ reason }) => crash(reason));
}
