import { blocksOf, type Block } from './clients.ts';

/** How much may be held at a time. */
export interface SlotLimits {
  /** By all clients together. */
  readonly all: number;
  /** By one client; less than `all`. Larger blocks of addresses may hold more, up to half of `all`. */
  readonly client: number;
  /** Part of `all` that only clients that hold nothing can use; a sixteenth by default. */
  readonly reserve?: number;
}

/** Which limit is reached. */
export type FullReason = 'client' | 'all';

interface Slot {
  readonly blocks: readonly Block[];
  readonly size: number;
  /** Undefined for a slot that cannot be taken away. */
  readonly onEvicted: (() => void) | undefined;
}

/**
 * Limits what clients hold at the same time: connections, requests, bytes. When the total is reached, the client that holds the
 * most loses its oldest slot to one that holds less.
 */
export class Slots {
  /** Oldest first. */
  private readonly slots = new Set<Slot>();
  private readonly held = new Map<string, number>();
  private total = 0;
  private readonly reserve: number;

  constructor(private readonly limits: SlotLimits) {
    this.reserve = limits.reserve ?? Math.floor(limits.all / 16);
  }

  /** Sum of the sizes of all slots. */
  get inUse(): number {
    return this.total;
  }

  /** How much a client holds: its own size, or that of a larger block divided by the share of the block. */
  heldBy(client: string): number {
    return this.loadOf(blocksOf(client));
  }

  /**
   * Acquires a slot.
   * @param onEvicted called when the slot is lost to another client; without it, the slot stays until it is released
   * @returns a function that releases the slot, and has no effect afterward or after an eviction; or the limit that is reached
   */
  acquire(client: string, onEvicted?: () => void, size = 1): FullReason | (() => void) {
    const blocks = blocksOf(client);
    const { all, client: own } = this.limits;
    for (const { key, share } of blocks) {
      const most = share === 1 ? own : Math.max(own, Math.min(own * share, all / 2));
      if ((this.held.get(key) ?? 0) + size > most) return 'client';
    }
    const load = this.loadOf(blocks);
    const usable = load === 0 ? all : all - this.reserve;
    while (this.total + size > usable) {
      const victim = this.victim(load + size);
      if (!victim) return 'all';
      this.remove(victim);
      victim.onEvicted?.();
    }
    const slot: Slot = { blocks, size, onEvicted };
    this.add(slot);
    return () => {
      this.remove(slot);
    };
  }

  private loadOf(blocks: readonly Block[]): number {
    return blocks.reduce(
      (load, { key, share }) => Math.max(load, (this.held.get(key) ?? 0) / share),
      0,
    );
  }

  /** Returns the oldest slot of the client that holds the most, if that is more than `load`. */
  private victim(load: number): Slot | undefined {
    let most = load;
    let found: Slot | undefined;
    for (const slot of this.slots) {
      const own = slot.onEvicted ? this.loadOf(slot.blocks) : 0;
      if (own > most) [most, found] = [own, slot];
    }
    return found;
  }

  private add(slot: Slot): void {
    this.slots.add(slot);
    this.total += slot.size;
    for (const { key } of slot.blocks) this.held.set(key, (this.held.get(key) ?? 0) + slot.size);
  }

  private remove(slot: Slot): void {
    if (!this.slots.delete(slot)) return;
    this.total -= slot.size;
    for (const { key } of slot.blocks) {
      const left = (this.held.get(key) ?? 0) - slot.size;
      if (left > 0) this.held.set(key, left);
      else this.held.delete(key);
    }
  }
}
