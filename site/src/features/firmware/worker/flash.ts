import { limits } from '../protocol';

interface FileNode {
  readonly mode: number;
  /** Entries of a folder by name; bytes of a file. */
  readonly contents?: unknown;
  readonly usedBytes?: number;
}

/** The file system of Emscripten, as far as it is used here. */
export interface FileSystem {
  readonly root: FileNode;
  getStream(
    fd: number,
  ): { readonly node: FileNode; readonly position: number; readonly flags: number } | undefined;
  isFile(mode: number): boolean;
  isDir(mode: number): boolean;
  writeFile(path: string, content: string | Uint8Array): void;
}

const append = 0o2000;

/**
 * Limits of the flash memory. Files are in JavaScript's memory, where the interpreter's own limit does not count. Usage is
 * measured only when what was added since the last measurement could exceed a limit.
 */
export class Flash {
  private bytes = 0;
  private entries = 0;

  constructor(private readonly fs: () => FileSystem) {}

  /** Whether a descriptor is of a file; false for devices. */
  isFile(fd: number): boolean {
    const stream = this.fs().getStream(fd);
    return stream !== undefined && this.fs().isFile(stream.node.mode);
  }

  /** Whether a file can take more bytes at its position. */
  hasSpace(fd: number, count: number): boolean {
    const stream = this.fs().getStream(fd);
    if (!stream) return false;
    const { node, position, flags } = stream;
    const used = node.usedBytes ?? 0;
    const end = (flags & append ? used : position) + count;
    const growth = Math.max(0, end - used);
    if (this.bytes + growth > limits.flashBytes) this.measure();
    if (this.bytes + growth > limits.flashBytes) return false;
    this.bytes += growth;
    return true;
  }

  /** Whether another file or folder can be created. */
  hasEntry(): boolean {
    if (this.entries >= limits.flashEntries) this.measure();
    this.entries += 1;
    return this.entries <= limits.flashEntries;
  }

  private measure(): void {
    this.bytes = 0;
    this.entries = 0;
    const visit = (node: FileNode): void => {
      this.entries += 1;
      if (this.fs().isFile(node.mode)) this.bytes += node.usedBytes ?? 0;
      else if (this.fs().isDir(node.mode)) {
        Object.values(node.contents as Readonly<Record<string, FileNode>>).forEach(visit);
      }
    };
    visit(this.fs().root);
  }
}
