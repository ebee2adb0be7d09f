import { Transform } from 'node:stream';
import { ProxyFault } from './fault.ts';
import { faults } from './faults.ts';

/** Lets the body of an answer through up to a number of bytes. What breaks it, and its length, is told as a fault. */
export function boundedBody(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes) done(faults.answerTooLarge());
      else done(null, chunk);
    },
    destroy(error, done) {
      done(error && !(error instanceof ProxyFault) ? faults.upstreamBroken() : error);
    },
  });
}
