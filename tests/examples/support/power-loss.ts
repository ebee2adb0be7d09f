import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Python runs this module before a program: one use of `json.dump` writes a part, and the program ends. */
const module = (at: number) => `import json
import os

whole = json.dump
calls = 0


def dump(value, file, **options):
    global calls
    calls += 1
    if calls < ${at}:
        return whole(value, file, **options)
    file.write(json.dumps(value, **options)[:12])
    file.flush()
    os._exit(9)


json.dump = dump
`;

/**
 * Returns the variables of a Python program whose power fails, with exit code 9, while it writes a file.
 * @param folder for the module that does it
 * @param at which use of `json.dump` is interrupted, from 1
 */
export async function powerLoss(folder: string, at: number): Promise<NodeJS.ProcessEnv> {
  await writeFile(path.join(folder, 'sitecustomize.py'), module(at));
  return { PYTHONPATH: folder };
}
