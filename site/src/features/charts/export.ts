/** Time series as CSV and as an image. */
import type { JsonValue } from '@anedya-docs/openapi-model';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import { downloadFile } from '@site/src/download';
import type { Series } from './time-series';
import { styleOf } from './plot';

/** Text of a value in tables. */
export function valueText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/**
 * A field of a CSV file (RFC 4180). Spreadsheets run text that starts like a formula: such text gets an apostrophe in front.
 * Numbers stay numbers.
 */
function csvField(value: JsonValue | undefined): string {
  if (typeof value === 'number') return String(value);
  const text = valueText(value);
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Formats time series as CSV, one value per line, with times in ISO 8601 (UTC). Objects, such as positions, have a column for
 * each of their fields.
 * @param label column of values that are not objects
 */
export function csvOf(series: readonly Series[], label: string): string {
  const points = series.flatMap((one) => one.points.map((point) => ({ ...point, node: one.node })));
  const names = new Set<string>();
  for (const { value } of points) {
    if (isJsonObject(value)) for (const name of Object.keys(value)) names.add(name);
  }
  const hasPlain = names.size === 0 || points.some(({ value }) => !isJsonObject(value));
  const rows = points.map(({ at, node, value }) => [
    new Date(at).toISOString(),
    node,
    ...(hasPlain ? [isJsonObject(value) ? '' : value] : []),
    ...[...names].map((name) =>
      isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : '',
    ),
  ]);
  const head = ['time', 'node', ...(hasPlain ? [label] : []), ...names];
  return [head, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

/**
 * Draws a chart with its title and the names of its series on an opaque background.
 * @param names of the series in view, with their positions
 */
export function imageOf(
  chart: HTMLCanvasElement,
  container: HTMLElement,
  title: string,
  names: readonly { readonly index: number; readonly name: string }[],
): Promise<Blob> {
  const styles = getComputedStyle(container);
  const color = (name: string) => styles.getPropertyValue(name).trim();
  const scale = chart.width / Math.max(chart.clientWidth, 1);
  const line = 20 * scale;
  const edge = 12 * scale;
  const canvas = document.createElement('canvas');
  canvas.width = chart.width + 2 * edge;
  canvas.height = chart.height + (names.length + 1) * line + 2 * edge;
  const context = canvas.getContext('2d');
  if (!context) return Promise.reject(new Error('the browser cannot draw'));
  context.fillStyle = color('--ifm-background-color');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'middle';
  context.fillStyle = color('--ifm-font-color-base');
  context.font = `600 ${14 * scale}px ${styles.fontFamily}`;
  context.fillText(title, edge, edge + line / 2, chart.width);
  context.font = `${12 * scale}px ${styles.fontFamily}`;
  context.lineWidth = 2 * scale;
  for (const [row, { index, name }] of names.entries()) {
    const y = edge + line * (row + 1.5);
    const style = styleOf(index);
    context.strokeStyle = color(style.color);
    context.setLineDash(style.dash.map((length) => length * scale));
    context.beginPath();
    context.moveTo(edge, y);
    context.lineTo(edge + 32 * scale, y);
    context.stroke();
    context.fillText(name, edge + 40 * scale, y, chart.width - 40 * scale);
  }
  context.drawImage(chart, edge, edge + (names.length + 1) * line);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/png');
  });
}

/**
 * Copies an image or a text; where the browser does not allow that, downloads it.
 * @param type media type of the content
 * @param file name of the download
 * @returns what it did
 */
export async function copyOrDownload(
  content: Promise<Blob>,
  type: string,
  file: string,
): Promise<'copied' | 'downloaded'> {
  try {
    // Safari requires the item during the click; its content may come later.
    await navigator.clipboard.write([new ClipboardItem({ [type]: content })]);
    return 'copied';
  } catch {
    downloadFile(file, await content);
    return 'downloaded';
  }
}
