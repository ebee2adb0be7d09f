/** Formats a time, `Jan 31, 2026, 12:00`. @param time milliseconds since 1970 */
export const dateText = (time: number, options?: Intl.DateTimeFormatOptions): string =>
  new Date(time).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    ...options,
  });
