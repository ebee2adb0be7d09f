import type { Examples, JsonValue, Schema } from '@anedya-docs/openapi-model';
import {
  numberAsTyped,
  roundedValue,
  type ExactValue,
} from '@anedya-docs/openapi-model/typed-number';
import React, { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import BodyEditor, { BodyText } from './';
import { type Path, pathKey, removeAt, setAt, valueAt } from '../../../requests/json-path';
import { parseExact, printBody } from '../../../requests/json-text';
import { checkOf, requestOf } from '../../../../test/support/bodies';

/** Properties of an element that can be the key of a map entry. */
interface KeyProps {
  readonly row?: { readonly key: string; readonly draft: string };
  readonly onType?: (draft: string) => void;
}

interface HostProps {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly words?: string;
  readonly onClick?: () => void;
  readonly onChange?: (event: { readonly target: { readonly value: string } }) => void;
}

afterEach(() => vi.restoreAllMocks());

/**
 * Renders an element and collects the properties of its HTML elements, including handlers.
 * @param onKey is called while the map is rendered, which is when a server rendering can change its state
 */
function hostsOf(
  element: React.ReactElement,
  onKey: (props: KeyProps) => void = () => undefined,
): readonly HostProps[] {
  const { createElement: original } = React;
  const create = vi.spyOn(React, 'createElement');
  create.mockImplementation(((...args: Parameters<typeof original>) => {
    onKey({ ...(args[1] as object) });
    return original(...args);
  }) as typeof original);
  renderToStaticMarkup(element);
  const hosts = create.mock.calls.filter(([type]) => typeof type === 'string');
  create.mockRestore();
  return hosts.map(([, props, ...children]) => ({
    ...(props as object),
    words: children.filter((child) => typeof child === 'string').join(''),
  }));
}

interface OpenOptions {
  readonly examples?: Examples;
  /** Key of a map entry, and the key of another entry that was typed over it. */
  readonly duplicate?: readonly [string, string];
}

/** A form whose controls can be used; `body` is the last written body. */
function open(schema: Schema, body: JsonValue, { examples = {}, duplicate }: OpenOptions = {}) {
  let written: string | undefined;
  const hosts = hostsOf(
    createElement(BodyEditor, {
      schema,
      example: body,
      examples,
      check: checkOf(schema),
      text: printBody(body),
      onText: (text) => (written = text),
      showAll: false,
      now: () => Date.UTC(2026, 0, 31, 12),
    }),
    ({ row, onType }) => {
      if (duplicate && row?.key === duplicate[0] && row.draft === row.key) onType?.(duplicate[1]);
    },
  );
  const use = (what: string, fits: (props: HostProps) => boolean) => {
    const found = hosts.find(fits);
    if (!found) throw new Error(`there is no ${what}`);
    return found;
  };
  const result = () => parseExact(written ?? 'null') ?? null;
  const at = (path: Path, suffix: string) =>
    use(
      `control of ${pathKey(path)}`,
      ({ id }) => id?.endsWith(`body${pathKey(path)}${suffix}`) ?? false,
    );
  return {
    type(path: Path, value: string, suffix = '') {
      at(path, suffix).onChange?.({ target: { value } });
      return result();
    },
    press(label: string) {
      const isNamed = (props: HostProps) =>
        props['aria-label'] === label || (props.words === label && props.onClick !== undefined);
      use(`button "${label}"`, isNamed).onClick?.();
      return result();
    },
    toggle(path: Path) {
      at(path, '').onClick?.();
      return result();
    },
    written: () => written,
  };
}

const data = requestOf('submitdata');
const first = valueAt(data.example, ['data', 0]) ?? null;
const one = setAt(data.example, ['data'], [first]);
const timestamp: Path = ['data', 0, 'timestamp'];

describe('typing', () => {
  it.each<readonly [string, ExactValue]>([
    ['1700000000000', 1700000000000],
    ['1.0', numberAsTyped('1.0')],
    ['17.', '17.'],
    ['-', '-'],
    ['9007199254740993', numberAsTyped('9007199254740993')],
  ])('%j as a number writes %j', (typed, value) => {
    const body = open(data.schema, one).type(timestamp, typed);
    expect(body).toEqual(setAt(one, timestamp, value));
  });

  it('a text input writes the text unchanged', () => {
    const path: Path = ['data', 0, 'variable'];
    expect(open(data.schema, one).type(path, ' "ü" ')).toEqual(setAt(one, path, ' "ü" '));
  });

  it('a text input adds a missing field', () => {
    const { schema } = requestOf('node-create');
    expect(open(schema, {}).type(['node_name'], 'x')).toEqual({ node_name: 'x' });
  });

  it('a JSON input writes the value when it is valid JSON', () => {
    const free = { type: 'object', properties: { any: {} } };
    expect(open(free, { any: 1 }).type(['any'], '[1, {"a": null}]')).toEqual({
      any: [1, { a: null }],
    });
    expect(open(free, { any: 1 }).type(['any'], '[1.0]')).toEqual({
      any: [numberAsTyped('1.0')],
    });
    for (const broken of ['[1', '', '{"a": 1, "a": 2}']) {
      const form = open(free, { any: 1 });
      form.type(['any'], broken);
      expect(form.written()).toBeUndefined();
    }
  });

  it('the text of the body passes on every character', () => {
    const onText = vi.fn();
    const [area] = hostsOf(createElement(BodyText, { id: 'x', text: '{}', errors: [], onText }));
    area?.onChange?.({ target: { value: '{"a": 1' } });
    expect(onText).toHaveBeenCalledExactlyOnceWith('{"a": 1');
  });
});

describe('choosing', () => {
  it('a select writes the selected value', () => {
    const list = { type: 'object', properties: { order: { enum: ['asc', 2, null, true] } } };
    expect(open(list, { order: 'asc' }).type(['order'], '2')).toEqual({ order: 2 });
    expect(open(list, { order: 2 }).type(['order'], '"asc"')).toEqual({ order: 'asc' });
  });

  it('a switch toggles the value', () => {
    const list = { type: 'object', properties: { on: { type: 'boolean' } } };
    expect(open(list, { on: false }).toggle(['on'])).toEqual({ on: true });
    expect(open(list, { on: true }).toggle(['on'])).toEqual({ on: false });
  });

  it('selecting another form sets its initial value', () => {
    const path: Path = ['data', 0, 'value'];
    const form = open(data.schema, setAt(one, path, 1));
    expect(valueAt(form.type(path, '1', '-form'), path)).toHaveProperty('lat');
    expect(typeof valueAt(form.type(path, '2', '-form'), path)).toBe('string');
  });

  it('the button of a timestamp writes a valid time in the unit of the field', () => {
    expect(open(data.schema, one).press('Now')).toEqual(setAt(one, timestamp, 1769860800000));
    const { schema, example } = requestOf('variables-snapshot');
    const body = open(schema, example).press('1 hour ago');
    expect(body).toEqual(setAt(example, ['timestamp'], 1769857200));
    const command = requestOf('commands-send');
    expect(open(command.schema, command.example).press('In 1 hour')).toEqual(
      setAt(command.example, ['expiry'], 1769864400000),
    );
  });
});

describe('adding and removing', () => {
  it('adds an optional field with an initial value and removes it', () => {
    const limit = { type: 'integer', minimum: 1 };
    const schema = { type: 'object', properties: { limit } };
    const added = open(schema, {}).press('Add limit');
    expect(added).toEqual({ limit: 1 });
    expect(open(schema, roundedValue(added)).press('Remove limit')).toEqual({});
  });

  it("adds the reader's values and current timestamps", () => {
    const ids = { 'node id': '019f0000-0000-7000-8000-00000000abcd' };
    const list = requestOf('command-list');
    const filtered = open(list.schema, { filter: {} }, { examples: ids }).press('Add nodeId');
    expect(filtered).toEqual({ filter: { nodeId: ids['node id'] } });
    const { schema, example } = requestOf('commands-send');
    const added = open(schema, removeAt(example, ['expiry'])).press('Add expiry');
    expect(added).toEqual(setAt(example, ['expiry'], 1769864400000));
    const nodes = { type: 'array', items: { 'x-value': 'node id', examples: ['e'] } } as const;
    const grown = open({ type: 'object', properties: { nodes } }, { nodes: [] }, { examples: ids });
    expect(grown.press('Add item')).toEqual({ nodes: [ids['node id']] });
    const map = open({ type: 'object', additionalProperties: nodes.items }, {}, { examples: ids });
    expect(map.press('Add key')).toEqual({ key1: ids['node id'] });
    const forms = {
      type: 'object',
      properties: { of: { oneOf: [{ type: 'number' }, nodes.items] } },
    };
    const chosen = open(forms, { of: 1 }, { examples: ids }).type(['of'], '1', '-form');
    expect(chosen).toEqual({ of: ids['node id'] });
  });

  it('removes an undocumented field', () => {
    expect(open(data.schema, setAt(one, ['odd'], 1)).press('Remove odd')).toEqual(one);
  });

  it('appends an item to an array and removes the selected one', () => {
    const list = { type: 'array', items: { type: 'string' } };
    const schema = { type: 'object', properties: { nodes: list } };
    expect(open(schema, { nodes: ['a'] }).press('Add item')).toEqual({ nodes: ['a', ''] });
    const two = open(schema, { nodes: ['a', 'b'] });
    expect(two.press('Remove nodes 1')).toEqual({ nodes: ['b'] });
    expect(two.press('Remove nodes 2')).toEqual({ nodes: ['a'] });
  });

  it('adds, renames and removes an entry of a map', () => {
    const { schema, example } = requestOf('assets-create');
    const map = (value: JsonValue) => setAt(example, ['assetMeta'], value);
    const added = open(schema, map({ a: 'x' })).press('Add metadata key');
    expect(Object.keys(valueAt(added, ['assetMeta']) as object)).toEqual(['a', 'key1']);
    const form = open(schema, map({ a: 'x', b: 'y' }));
    expect(form.type(['assetMeta', 'a'], 'c d', '-key')).toEqual(map({ 'c d': 'x', b: 'y' }));
    expect(form.type(['assetMeta', 'a'], 'b', '-key')).toEqual(map({ a: 'x', b: 'y' }));
    expect(form.press('Remove b')).toEqual(map({ a: 'x' }));
  });

  it('applies a duplicate key of a map when the other entry is renamed or removed', () => {
    const schema = { type: 'object', additionalProperties: { type: 'string' } };
    const form = () => open(schema, { a: 'x', b: 'y' }, { duplicate: ['b', 'a'] });
    expect(form().type(['b'], 'z')).toEqual({ a: 'x', b: 'z' });
    expect(form().type(['a'], 'c', '-key')).toEqual({ c: 'x', a: 'y' });
    expect(form().press('Remove a')).toEqual({ a: 'y' });
  });
});
