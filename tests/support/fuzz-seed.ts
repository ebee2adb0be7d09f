import fc from 'fast-check';

/** Seed of every property and fuzz test: the same in each run of `npm test`, another one by `npm run fuzz`. */
process.env.FUZZ_SEED ??= '20260101';
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED) });
