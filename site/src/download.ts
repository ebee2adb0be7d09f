/** Milliseconds after which a browser has read the URL of a download. */
const downloadStart = 60_000;

/** Downloads content as a file. */
export function downloadFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), downloadStart);
}
