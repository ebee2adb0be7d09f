import fc from 'fast-check';

/** Seed of all property and fuzz tests: fixed in `npm test`, random in `npm run fuzz`. */
process.env.FUZZ_SEED ??= '20260101';
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED) });
