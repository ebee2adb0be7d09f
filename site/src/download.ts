/** Milliseconds after which a browser has read the URL of a download. */
const downloadStart = 60_000;

/** Downloads a text as a file. */
export function downloadFile(name: string, text: string, mediaType: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: mediaType }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), downloadStart);
}
