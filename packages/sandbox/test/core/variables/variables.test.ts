import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/core/limits.ts';
import { DataBench } from '../../support/data-bench.ts';
import { rejection } from '../../support/rejection.ts';

let bench: DataBench;

beforeEach(async () => {
  bench = await DataBench.open();
});

afterEach(() => bench.sandbox.close());

const temperature = {
  name: 'Room temperature',
  variable: 'temperature',
  type: 'float',
  desc: 'degC',
  ttl: 60,
};

describe('variable-create', () => {
  it('makes a variable that the list has, with its defaults', async () => {
    const { variableId } = await bench.platform('variable-create', temperature);
    const { variableId: second } = await bench.platform('variable-create', {
      name: 'Door',
      variable: 'door',
      type: 'status',
    });
    expect(await bench.platform('variables-list', {})).toEqual({
      currentCount: 2,
      totalCount: 2,
      offset: 0,
      nodeParams: [
        { variableId, ...temperature },
        { variableId: second, name: 'Door', variable: 'door', type: 'status', desc: '', ttl: 0 },
      ],
    });
  });

  it('distinguishes identifiers by case and rejects a duplicate', async () => {
    await bench.variable('temperature');
    await bench.variable('Temperature');
    expect(await rejection(bench.variable('temperature', 'geo'))).toBe(
      '409 sandbox::variableexists',
    );
  });

  it.each([
    [{ name: '' }, '400 variable::namerequired'],
    [{ variable: '' }, '400 variable::variablerequired'],
    [{ ttl: -1 }, '400 generic::malformedrequest'],
    [{ ttl: 1e300 }, '400 generic::malformedrequest'],
    [{ variable: 'a\0b' }, '400 generic::malformedrequest'],
    [{ variable: 'ä'.repeat(501) }, '400 generic::malformedrequest'],
    [{ desc: '\ud800' }, '400 generic::malformedrequest'],
  ])('rejects %j', async (change, reason) => {
    const request = bench.platform('variable-create', { ...temperature, ...change });
    expect(await rejection(request)).toBe(reason);
    expect(await bench.platform('variables-list', {})).toMatchObject({ totalCount: 0 });
  });

  it('holds as many variables as a project may have', async () => {
    const { variables } = limits.project;
    for (let number = 0; number < variables; number += 1) await bench.variable(`v${number}`);
    expect(await rejection(bench.variable('more'))).toBe('429 sandbox::toomany');
    await bench.platform('variables-delete', { variable: 'v7' });
    await bench.variable('more');
  });
});

describe('variables-list', () => {
  it('pages in the order of creation', async () => {
    for (const variable of ['c', 'a', 'b']) await bench.variable(variable);
    const names = async (limit: number, offset: number) => {
      const { nodeParams, ...counts } = await bench.platform('variables-list', { limit, offset });
      const list = nodeParams as { variable: string }[];
      return { ...counts, names: list.map(({ variable }) => variable) };
    };
    const counts = { totalCount: 3 };
    expect(await names(2, 0)).toEqual({
      ...counts,
      currentCount: 2,
      offset: 0,
      names: ['c', 'a'],
    });
    expect(await names(2, 2)).toEqual({ ...counts, currentCount: 1, offset: 2, names: ['b'] });
    expect(await names(2, 9)).toEqual({ ...counts, currentCount: 0, offset: 9, names: [] });
  });

  it('rejects a negative offset', async () => {
    const request = bench.platform('variables-list', { offset: -1 });
    expect(await rejection(request)).toBe('400 generic::malformedrequest');
  });
});

describe('variables-delete', () => {
  it('deletes the points, too, so that the identifier can be used again', async () => {
    const { node } = bench;
    await bench.variable('v');
    await bench.submit([{ variable: 'v', value: 1, timestamp: 1000 }]);
    await bench.platform('variables-delete', { variable: 'v' });
    const read = () => bench.platform('variables-latest', { variable: 'v', nodes: [node] });
    expect(await rejection(read())).toBe('404 data::variablenotfound');
    await bench.variable('v', 'status');
    expect(await read()).toEqual({ count: 0, data: {} });
  });

  it.each([
    ['V', '404 variable::notfound'],
    ['\0', '404 variable::notfound'],
    ['', '400 variable::variablerequired'],
  ])('rejects %j', async (variable, reason) => {
    await bench.variable('v');
    expect(await rejection(bench.platform('variables-delete', { variable }))).toBe(reason);
  });

  it('leaves the variable of another project alone', async () => {
    const { sandbox } = bench;
    await bench.variable('v');
    await sandbox.project('q');
    const request = sandbox.request('q', 'platform/variables-delete', { variable: 'v' });
    expect(await rejection(request)).toBe('404 variable::notfound');
  });
});
