import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Files that steer hosts and compression: part of the build, never an answer of their own. */
const internal = /(^_headers$|\.br$|\.gz$|(^|\/)\.)/;

/** What a path of the site leads to. */
export type Resolution =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'unknown' };

/** The files of a built site by the exact URL path that serves each. */
export class SiteFiles {
  private constructor(private readonly byPath: ReadonlyMap<string, string>) {}

  /**
   * Lists a build folder once. Requests are answered from this list alone, so a path can never reach outside it.
   * @param root absolute path of the build folder
   * @param basePath path the site lives below; starts and ends with a slash
   */
  static async scan(root: string, basePath: string): Promise<SiteFiles> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .map((file) => file.split(path.sep).join('/'))
      .filter((file) => !internal.test(file));
    return SiteFiles.of(files, basePath);
  }

  /** @param files paths relative to the build folder, with forward slashes */
  static of(files: readonly string[], basePath: string): SiteFiles {
    const byPath = files
      .filter((file) => file !== '404.html')
      .map((file) => [basePath + file.replace(/(^|\/)index\.html$/, '$1'), file] as const);
    return new SiteFiles(new Map(byPath));
  }

  /** Paths of the pages: those that end with a slash. */
  get pages(): string[] {
    return [...this.byPath.keys()].filter((urlPath) => urlPath.endsWith('/'));
  }

  /**
   * Finds what a URL path leads to: a file at exactly that path, or the canonical path of the same page when the
   * final slash is missing or the path ends in `index.html` or `.html` (specification, section 2).
   * @param urlPath path of the URL as it came, percent-encoding included
   */
  resolve(urlPath: string): Resolution {
    const file = this.byPath.get(urlPath);
    if (file !== undefined) return { kind: 'file', file };
    const bare = urlPath.replace(/(?:(?<=\/)index)?\.html$/, '');
    const canonical = bare.endsWith('/') ? bare : `${bare}/`;
    return canonical !== urlPath && this.byPath.has(canonical)
      ? { kind: 'redirect', to: canonical }
      : { kind: 'unknown' };
  }
}
