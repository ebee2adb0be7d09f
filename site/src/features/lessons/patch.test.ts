import { describe, expect, it } from 'vitest';
import { applyDiff } from './patch';

const program = `import time

INTERVAL = 30

while True:
    print("on")
    time.sleep(INTERVAL)
`;

const diff = `--- a/main.py
+++ b/main.py
@@ -2,3 +2,3 @@
 
-INTERVAL = 30
+INTERVAL = 5
 
@@ -6,2 +6,3 @@
     print("on")
+    print("still on")
     time.sleep(INTERVAL)
`;

const changed = program.replace('30', '5').replace('"on")', '"on")\n    print("still on")');

describe('a diff', () => {
  it('replaces the lines of each hunk', () => {
    expect(applyDiff(program, diff)).toEqual({ kind: 'applied', program: changed });
  });

  it('applies where the reader has moved the lines', () => {
    const moved = applyDiff(`# one\n# two\n${program}`, diff);
    expect(moved).toEqual({ kind: 'applied', program: `# one\n# two\n${changed}` });
  });

  it('is not applied twice', () => {
    expect(applyDiff(changed, diff)).toEqual({ kind: 'present' });
  });

  it('is not applied in part', () => {
    const other = program.replace('time.sleep(INTERVAL)', 'time.sleep(1)');
    expect(applyDiff(other, diff)).toEqual({ kind: 'conflict' });
  });

  it('is not applied where two positions fit', () => {
    const twice = `${program}\nINTERVAL = 30\n\n`;
    expect(applyDiff(twice, diff)).toEqual({ kind: 'conflict' });
  });
});
