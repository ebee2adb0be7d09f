import { blocksOf, type Block, type Blocks } from './clients.ts';

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
  readonly blocks: Blocks;
  readonly size: number;
  /** Undefined for a slot that cannot be taken away. */
  readonly onEvicted: (() => void) | undefined;
}

/**
 * Limits what clients hold at the same time: connections, requests, bytes. When the total is reached, the client that holds the
 * most loses its oldest slot to one that holds less.
 */
export class Slots {
  /** Oldest first. Not a set: one that is used as a queue keeps what has left it from the garbage collector for long. */
  private readonly slots: Slot[] = [];
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
      while ((this.held.get(key) ?? 0) + size > most) {
        // Of the clients in a block, too, the one that holds the most loses its oldest slot.
        const isInside = (slot: Slot) => slot.blocks.some((block) => block.key === key);
        const least = this.loadOf([blocks[0]]) + size;
        const loadOf = (slot: Slot) => (isInside(slot) ? this.loadOf([slot.blocks[0]]) : 0);
        if (share === 1 || !this.evict(least, loadOf)) return 'client';
      }
    }
    const load = this.loadOf(blocks);
    const usable = load === 0 ? all : all - this.reserve;
    while (this.total + size > usable) {
      if (!this.evict(load + size, (slot) => this.loadOf(slot.blocks))) return 'all';
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

  /**
   * Takes the oldest slot of the client that holds the most, if that is more than `least`.
   * @returns whether there is one
   */
  private evict(least: number, loadOf: (slot: Slot) => number): boolean {
    let most = least;
    let victim: Slot | undefined;
    for (const slot of this.slots) {
      const load = slot.onEvicted ? loadOf(slot) : 0;
      if (load > most) [most, victim] = [load, slot];
    }
    if (!victim) return false;
    this.remove(victim);
    victim.onEvicted?.();
    return true;
  }

  private add(slot: Slot): void {
    this.slots.push(slot);
    this.total += slot.size;
    for (const { key } of slot.blocks) this.held.set(key, (this.held.get(key) ?? 0) + slot.size);
  }

  private remove(slot: Slot): void {
    const at = this.slots.indexOf(slot);
    if (at < 0) return;
    this.slots.splice(at, 1);
    this.total -= slot.size;
    for (const { key } of slot.blocks) {
      const left = (this.held.get(key) ?? 0) - slot.size;
      if (left > 0) this.held.set(key, left);
      else this.held.delete(key);
    }
  }
}
