export interface Row {
  readonly label: string;
  /** One value per column, in order; `NaN` is printed as a dash. */
  readonly values: readonly number[];
  readonly digits: number;
}

function cell(value: number, digits: number, own: number, first: boolean): string {
  if (Number.isNaN(value)) return '-';
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const figure = value.toLocaleString('en', options);
  return first || own === 0 ? figure : `${figure} (${(value / own).toFixed(2)}x)`;
}

/** Prints rows of figures. Columns after the first one include the ratio to it, unless its value is 0. */
export function printTable(columns: readonly string[], rows: readonly Row[]): void {
  const cells = rows.map(({ label, values, digits }) => {
    const own = values[0] ?? Number.NaN;
    return [label, ...values.map((value, at) => cell(value, digits, own, at === 0))];
  });
  const lines = [['', ...columns], ...cells];
  const widths = ['', ...columns].map((_, at) =>
    Math.max(...lines.map((line) => line[at]?.length ?? 0)),
  );
  for (const line of lines) {
    const padded = line.map((text, at) => {
      const width = widths[at] ?? 0;
      return at === 0 ? text.padEnd(width) : text.padStart(width);
    });
    console.log(`  ${padded.join('   ')}`);
  }
}

/**
 * Returns a quantile by nearest rank; 0.5 is the median.
 * @param share above 0, at most 1
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
