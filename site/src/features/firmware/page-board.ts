import { engine, worker as workerUrl } from '@generated/firmware/default/worker.json';
import type { ProgramBoard } from './program';
import { type BoardHost, createBoard, systemClock, type WorkerPort } from './program-board';
import type { FromWorker } from './protocol';

function createWorker(): WorkerPort {
  const worker = new Worker(workerUrl);
  // Its code can fail to load before anyone listens.
  let hasFailed = false;
  worker.onerror = () => (hasFailed = true);
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener, onError) => {
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => listener(data);
      worker.onerror = onError;
      worker.onmessageerror = onError;
      if (hasFailed) onError();
    },
    terminate: () => worker.terminate(),
  };
}

async function loadEngine(): Promise<ArrayBuffer> {
  const response = await fetch(engine);
  if (!response.ok) throw new Error();
  return response.arrayBuffer();
}

/** Returns a board that runs its programs in workers of this page. */
export function pageBoard(host: BoardHost): ProgramBoard {
  return createBoard({ host, createWorker, loadEngine, clock: systemClock });
}
