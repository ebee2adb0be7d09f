import { readFileSync } from 'node:fs';
import path from 'node:path';
import { flattenFields, schemaFields } from '@anedya-docs/openapi-model/fields';
import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import BodyEditor, { BodyText } from './';
import { type Path, pathKey, removeAt, setAt, valueAt } from '../../../requests/json-path';
import { printBody } from '../../../requests/json-text';
import {
  bodyErrors,
  operations,
  checkOf,
  fullValue,
  requestOf,
} from '../../../../test/support/bodies';

const now = () => Date.UTC(2026, 0, 31, 12);
const ignore = () => undefined;

function formOf(schema: Schema, example: JsonValue, text: string, showAll = false): string {
  const check = checkOf(schema);
  const props = { schema, example, examples: {}, check, text, onText: ignore, showAll, now };
  return renderToStaticMarkup(createElement(BodyEditor, props));
}

const matches = (markup: string, pattern: RegExp): string[] =>
  [...markup.matchAll(pattern)].map(([, text]) => text ?? '');

const idsOf = (markup: string) => matches(markup, / id="([^"]+)"/g);

/** Keys of labeled parts: the name of a field, the number of an item or the key of an entry. */
const labeledPlaces = (markup: string) =>
  idsOf(markup).flatMap((id) => (/body(\/.*)-label$/.exec(id) ?? []).slice(1));

/** Path in a body of `fullValue` for a documented path: `updates[].type`. */
function placeOf(field: string): Path {
  return field.split('.').flatMap((part) => {
    const [name = '', ...levels] = part.split('[]');
    return [name.startsWith('{') ? 'key1' : name, ...levels.map(() => 0)];
  });
}

/** The start tag of the element with an id. */
const tagOf = (markup: string, id: string) =>
  matches(markup, /(<[^>]+>)/g).find((tag) => tag.includes(` id="${id}"`)) ?? '';

const bodyId = (markup: string, place: Path) =>
  idsOf(markup).find((id) => id.endsWith(`body${pathKey(place)}`)) ?? '';

describe.each(operations)('the form of %s', (_id, { request: { schema, example } }) => {
  const markups = [0, 1, 2].map((form) =>
    formOf(schema, example, printBody(fullValue(schema, form)), true),
  );
  const all = [
    ...markups,
    formOf(schema, example, printBody(example)),
    formOf(schema, example, '{}'),
  ];

  it('shows every field', () => {
    const places = new Set(markups.flatMap(labeledPlaces));
    const fields = flattenFields(schemaFields(schema));
    const missing = fields.filter((field) => !places.has(pathKey(placeOf(field.path))));
    expect(missing.map((field) => field.path)).toEqual([]);
  });

  it('shows all required fields of an empty body and offers the optional ones', () => {
    const markup = formOf(schema, example, '{}', true);
    for (const { name, required } of schemaFields(schema)) {
      expect(labeledPlaces(markup).includes(pathKey([name]))).toBe(required);
      if (required) expect(markup).toContain('Is missing.');
      else expect(markup).toContain(` aria-label="Add ${name}"`);
    }
  });

  it('has unique ids and no references to missing ids', () => {
    for (const markup of all) {
      const ids = idsOf(markup);
      expect(new Set(ids).size).toBe(ids.length);
      const references = matches(
        markup,
        / (?:aria-(?:labelledby|describedby|controls)|for)="([^"]+)"/g,
      ).flatMap((list) => list.split(' '));
      const lost = references.filter((id) => !ids.includes(id));
      expect(lost).toEqual([]);
    }
  });

  it('names every control', () => {
    for (const markup of all) {
      const controls = matches(markup, /(<(?:input|select|textarea|button)[^>]*>[^<]*)/g);
      expect(controls.length).toBeGreaterThan(1);
      const unnamed = controls.filter(
        (control) => !/ aria-label(?:ledby)?="[^"]+"/.test(control) && /^<\w+[^>]*>$/.test(control),
      );
      expect(unnamed).toEqual([]);
    }
  });
});

it.each(operations)(
  'a body of other operations shows every field of it in the form of %s',
  (id, operation) => {
    const at = operations.findIndex(([other]) => other === id);
    for (const [, other] of [...operations, ...operations].slice(at + 1, at + 7)) {
      const body = fullValue(other.request.schema);
      const markup = formOf(
        operation.request.schema,
        operation.request.example,
        printBody(body),
        true,
      );
      const ids = idsOf(markup);
      expect(new Set(ids).size).toBe(ids.length);
      const names = Object.keys(body as object).map((name) => pathKey([name]));
      expect(labeledPlaces(markup)).toEqual(expect.arrayContaining(names));
    }
  },
);

describe('a control', () => {
  const { schema, example: all } = requestOf('submitdata');
  // With one item, so that each control exists once.
  const example = setAt(all, ['data'], [valueAt(all, ['data', 0]) ?? null]);
  const markup = formOf(schema, example, printBody(example));

  it('of a number accepts any text', () => {
    const broken = formOf(
      schema,
      example,
      printBody(setAt(example, ['data', 0, 'timestamp'], '17.')),
      true,
    );
    const tag = tagOf(broken, bodyId(broken, ['data', 0, 'timestamp']));
    expect(tag).toMatch(/ type="text" inputMode="numeric"/i);
    expect(tag).toContain(' value="17."');
    expect(tag).toContain(' aria-invalid="true"');
    expect(broken).toContain('Must be an integer in milliseconds.');
    expect(broken).toContain('Not a number: sent as a string.');
  });

  it('of a timestamp has a button and shows the date; that of a duration does not', () => {
    const timed = formOf(
      schema,
      example,
      printBody(setAt(example, ['data', 0, 'timestamp'], 1769860800000)),
    );
    expect(timed).toContain('Jan 31, 2026, 12:00:00 UTC');
    expect(timed).toContain('>Now</button>');
    const duration = requestOf('variable-create');
    const markup = formOf(duration.schema, duration.example, printBody(fullValue(duration.schema)));
    expect(markup).toContain('seconds');
    expect(markup).not.toContain('>Now</button>');
  });

  it('of several forms shows the form of the value', () => {
    const chosen = (value: JsonValue) =>
      matches(
        formOf(schema, example, printBody(setAt(example, ['data', 0, 'value'], value))),
        /<option[^>]* selected="">([^<]+)/g,
      );
    expect(chosen(1)).toEqual(['float']);
    expect(chosen({ lat: 1, long: 2 })).toEqual(['geo']);
    expect(chosen('on')).toEqual(['status']);
  });

  it('of an enum keeps a value that is not listed', () => {
    const list = { type: 'object', properties: { order: { enum: ['asc', 'desc'] } } };
    expect(formOf(list, {}, '{"order": "up"}')).toContain('selected="">up (not listed)');
  });

  it('of a boolean is a switch', () => {
    const list = { type: 'object', properties: { on: { type: 'boolean' } } };
    const on = formOf(list, {}, '{"on": true}');
    expect(tagOf(on, bodyId(on, ['on']))).toMatch(/role="switch" aria-checked="true"/);
    expect(formOf(list, {}, '{"on": "true"}')).not.toContain('role="switch"');
  });

  it('of arrays and maps adds and removes items', () => {
    expect(markup).toContain('>Add item</button>');
    expect(markup).toContain('aria-label="Remove data 1"');
    const map = requestOf('assets-create');
    const filled = formOf(
      map.schema,
      map.example,
      printBody(setAt(map.example, ['assetMeta'], { 'a b': 'x' })),
    );
    expect(filled).toContain('>Add metadata key</button>');
    expect(filled).toMatch(/<input[^>]* aria-label="metadata key"[^>]* value="a b"/);
    expect(filled).toContain('aria-label="Remove a b"');
  });
});

describe('errors', () => {
  const { schema, example } = requestOf('node-create');
  const broken = printBody(removeAt(example, ['node_name']));

  it('wait until they are asked for', () => {
    expect(formOf(schema, example, broken)).not.toContain('Is missing.');
    expect(formOf(schema, example, broken)).not.toContain('aria-invalid');
  });

  it('are below their field and linked to it', () => {
    const markup = formOf(schema, example, broken, true);
    const id = bodyId(markup, ['node_name']);
    const tag = tagOf(markup, id);
    expect(tag).toContain(' aria-invalid="true"');
    expect(tag).toContain(`${id}-errors`);
    expect(markup).toMatch(new RegExp(` id="${id}-errors"[^>]*>Is missing\\.</p>`));
  });

  it('show for a field that the schema does not describe, which can be removed', () => {
    const markup = formOf(schema, example, printBody(setAt(example, ['odd'], { a: 1 })), true);
    expect(markup).toContain('Not a documented field.');
    expect(markup).toContain('aria-label="Remove odd"');
  });

  it('are listed with their places below the text', () => {
    const errors = bodyErrors(schema, broken);
    const markup = renderToStaticMarkup(
      createElement(BodyText, { id: 'x', text: broken, errors, onText: ignore }),
    );
    expect(markup).toContain('<li><code translate="no">node_name</code> Is missing.</li>');
    expect(tagOf(markup, 'x')).toContain(' aria-describedby="x-errors" aria-invalid="true"');
  });
});

describe('a text without a form', () => {
  const { schema, example } = requestOf('submitdata');

  it('says where it stops being JSON', () => {
    const markup = formOf(schema, example, '{\n  "data": [,]\n}');
    expect(markup).toContain('Line 2, column 12: Expected a value, found &quot;,&quot;.');
    expect(markup).toContain('>Edit as JSON</button>');
  });

  it('shows numbers as they were typed, and says which ones JavaScript would round', () => {
    const text = '{"data": [{"timestamp": 17000000000000000001, "value": 1.0}]}';
    const markup = formOf(schema, example, text, true);
    expect(markup).toContain('value="17000000000000000001"');
    expect(markup).toContain('value="1.0"');
    expect(markup).toContain('Too large to be represented exactly');
    expect(markup).not.toContain('17000000000000000000');
  });

  it.each(['[]', '"text"', 'null', '12'])('has JSON instead when it is %s', (text) => {
    const markup = formOf(schema, example, text, true);
    expect(markup).toContain('Must be an object.');
    expect(markup).toContain('<textarea');
  });
});

describe('the stylesheet', () => {
  const folder = path.resolve(import.meta.dirname, './');
  const sheet = readFileSync(path.join(folder, 'styles.css'), 'utf8');

  it('takes every color from a custom property, and has its own classes only', () => {
    const colors = matches(sheet, /(?:^|\s)(?:color|background|border-color):\s*([^;]+);/g);
    expect(
      colors.filter((value) => !/^(?:var\(--|none$|transparent$|Highlight$)/.test(value)),
    ).toEqual([]);
    const classes = new Set(matches(sheet, /\.([a-z][\w-]*)/g));
    expect([...classes].filter((name) => !/^body-editor(?:__|$)/.test(name))).toEqual([]);
  });
});
