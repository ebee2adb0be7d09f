import { defineConfig } from 'vitest/config';

const isLinux = process.platform === 'linux';
if (!isLinux)
  console.warn('Attacks: skipped, they read /proc and use addresses that only Linux has');

/** Attacks on the real server, one after the other, because each needs the whole machine. */
export default defineConfig({
  test: {
    name: 'hostile',
    include: isLinux ? ['tests/hostile/**/*.hostile.ts'] : [],
    passWithNoTests: !isLinux,
    fileParallelism: false,
    // Attacks take seconds, and many more on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
