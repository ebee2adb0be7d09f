import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Python runs this module before a program: one of its calls of `json.dump` writes a part, and the program ends. */
const module = (call: number) => `import json
import os

whole = json.dump
calls = 0


def dump(value, file, **options):
    global calls
    calls += 1
    if calls < ${call}:
        return whole(value, file, **options)
    file.write(json.dumps(value, **options)[:12])
    file.flush()
    os._exit(9)


json.dump = dump
`;

/**
 * Returns the variables of a Python program whose power fails, with exit code 9, while it writes a file.
 * @param folder for the module that does it
 * @param call number of the call of `json.dump`, from 1
 */
export async function powerLoss(folder: string, call: number): Promise<NodeJS.ProcessEnv> {
  await writeFile(path.join(folder, 'sitecustomize.py'), module(call));
  return { PYTHONPATH: folder };
}
