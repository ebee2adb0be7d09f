/**
 * Tells once that something is away, and once that it is back, however often it is tried between.
 * @param report told in a sentence
 */
export class ConnectionReport {
  private isAway = false;

  constructor(private readonly report: (message: string) => void) {}

  away(): void {
    if (this.isAway) return;
    this.isAway = true;
    this.report(
      'Redis is away: this server counts its rates alone, and reaches only the devices that are connected to it. It connects again by itself.',
    );
  }

  back(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.report('Redis is back.');
  }
}
