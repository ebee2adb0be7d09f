/** Docusaurus' `useBaseUrl` of a site at `/`, for unit tests of modules that are imported beside components. */
export default function useBaseUrl(path: string): string {
  return path;
}
