import { describe, expect, it } from 'vitest';
import { Budget } from '../../../src/serve/fairness/index.ts';

describe('Budget', () => {
  it('accepts a burst, then returns the seconds to wait', () => {
    let now = 0;
    const budget = new Budget({ burst: 3, perSecond: 0.5 }, () => now);
    for (let count = 0; count < 3; count += 1) expect(budget.take('192.0.2.1')).toBe(0);
    expect(budget.take('192.0.2.1')).toBe(2);
    expect(budget.take('192.0.2.2')).toBe(0);
    now = 1_500;
    expect(budget.take('192.0.2.1')).toBe(1);
    now = 2_000;
    expect(budget.take('192.0.2.1')).toBe(0);
  });

  it('charges more than the budget for work that is done', () => {
    let now = 0;
    const budget = new Budget({ burst: 100, perSecond: 10 }, () => now);
    budget.charge('a', 150);
    expect(budget.used('a')).toBeCloseTo(1.5);
    expect(budget.wait('a')).toBe(6);
    now = 10_000;
    expect(budget.wait('a')).toBe(0);
    expect(budget.used('b')).toBe(0);
  });

  it('counts the networks of a /48 together, with four times the budget', () => {
    const budget = new Budget({ burst: 10, perSecond: 1 }, () => 0);
    const accepted = Array.from({ length: 1000 }, (_, index) =>
      budget.take(`2001:db8:0:${(index * 64).toString(16)}`),
    ).filter((seconds) => seconds === 0);
    expect(accepted).toHaveLength(40);
    expect(budget.take('2001:db8:1:0')).toBe(0);
  });
});
