/** A stage as the model needs it. */
export interface ModelStage {
  readonly target: number;
  /** Failures that abort; 0 for none. */
  readonly abortsAt: number;
  /** Milliseconds. */
  readonly delay: number;
}

interface Taken {
  readonly stage: number;
  status: 'offered' | 'start' | 'success' | 'failure' | 'skipped';
  at: number;
}

const final = new Set(['success', 'failure', 'skipped']);

/** A small model of one rollout, told in the words of the documents. */
export class ModelDeployment {
  readonly taken = new Map<string, Taken>();
  aborted = false;

  constructor(
    readonly id: string,
    readonly project: string,
    /** Model of the nodes it is for; nothing for all. */
    readonly filter: string | undefined,
    readonly stages: readonly ModelStage[],
    readonly starts: number,
    readonly expires: number,
  ) {}

  private inStage(stage: number): Taken[] {
    return [...this.taken.values()].filter((each) => each.stage === stage);
  }

  private isFull(stage: number): boolean {
    return this.inStage(stage).length === this.stages[stage]?.target;
  }

  /** Whether every device of a full stage has concluded. */
  private isDone(stage: number): boolean {
    return this.isFull(stage) && this.inStage(stage).every(({ status }) => final.has(status));
  }

  /** Whether the stage is done, and its delay over. */
  private isPast(stage: number, now: number): boolean {
    const ends = this.inStage(stage).map(({ at }) => at + (this.stages[stage]?.delay ?? 0));
    return this.isDone(stage) && ends.every((end) => end <= now);
  }

  /** Stage that may take a device in now; -1 when none does. */
  stageThatTakes(now: number): number {
    return this.stages.findIndex(
      (_, stage) =>
        !this.isFull(stage) &&
        this.stages.slice(0, stage).every((_earlier, index) => this.isPast(index, now)),
    );
  }

  state(now: number): string {
    // Delays are between stages: the last one has none.
    const last = this.stages.length - 1;
    const isCompleted =
      this.isDone(last) && this.stages.slice(0, last).every((_, index) => this.isPast(index, now));
    if (this.aborted) return 'aborted';
    if (isCompleted) return 'completed';
    if (now >= this.expires) return 'expired';
    return now < this.starts ? 'scheduled' : 'running';
  }

  isOver(now: number): boolean {
    return !['scheduled', 'running'].includes(this.state(now));
  }

  /** @returns whether the report is taken */
  report(node: string, status: 'start' | 'success' | 'failure' | 'skipped', now: number): boolean {
    const own = this.taken.get(node);
    if (!own || final.has(own.status)) return false;
    const wasOver = this.isOver(now);
    if (wasOver && !(own.status === 'start' && final.has(status))) return false;
    Object.assign(own, { status, at: now });
    const failures = this.inStage(own.stage).filter((each) => each.status === 'failure').length;
    const abortsAt = this.stages[own.stage]?.abortsAt ?? 0;
    if (!wasOver && abortsAt > 0 && failures >= abortsAt) this.aborted = true;
    return true;
  }

  counts(): Record<string, number> {
    const all = [...this.taken.values()].map(({ status }) => status);
    return Object.fromEntries(
      ['start', ...final].map((wanted) => [wanted, all.filter((each) => each === wanted).length]),
    );
  }
}

/** The expected response of `ota/next` for a node, and what follows from it. */
export function modelNext(
  deployments: readonly ModelDeployment[],
  node: { readonly id: string; readonly project: string; readonly model: string },
  now: number,
): string | undefined {
  const running = deployments.filter(
    (each) => each.project === node.project && each.state(now) === 'running',
  );
  const fits = ({ filter }: ModelDeployment) => filter === undefined || filter === node.model;
  const open = running.filter((each) => {
    const own = each.taken.get(node.id);
    return own !== undefined && !final.has(own.status);
  });
  // The point of it all: never two at once.
  if (open.length > 1) throw new Error('a device has two deployments at once');
  const [current] = open;
  if (current && fits(current)) return current.id;
  if (current?.taken.get(node.id)?.status === 'start') return undefined;
  current?.taken.delete(node.id);
  const found = running.find(
    (each) =>
      fits(each) && each !== current && !each.taken.has(node.id) && each.stageThatTakes(now) >= 0,
  );
  found?.taken.set(node.id, { stage: found.stageThatTakes(now), status: 'offered', at: now });
  return found?.id;
}
