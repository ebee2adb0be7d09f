import { expect, test } from 'vitest';
import { terms as glossary } from '../../site/content/glossary/terms.ts';
import { terms } from './rules/terms.ts';
import { findings } from './sample.ts';
import { terms as list } from './terms.ts';

test.each([
  ['The valuestore keeps it.', '1 "valuestore": write "value store" or "value-store"'],
  ['Read the Value Store.', '1 "Value Store": write "value store" or "value-store"'],
  ['Keep the Connection Key.', '1 "Connection Key": write "connection key"'],
  ['Keep the Connection key.', '1 "Connection key": write "connection key"'],
  ['Keep the connection-key.', '1 "connection-key": write "connection key"'],
  ['Read the binding\nKey.', '1 "binding Key": write "binding key"'],
  ['Join the wifi.', '1 "wifi": write "Wi-Fi"'],
  ['A program in NodeJS.', '1 "NodeJS": write "Node.js"'],
  ['An Esp32 over mqtt.', '1 "Esp32": write "ESP32"'],
  ['The node ID.', '1 "ID": write "id"'],
])('finds the form in %j', (body, finding) => {
  expect(findings(terms, body)).toContain(finding);
});

test.each([
  'Value store: a value-store key is in the value store.',
  'A list.\n\n- Connection keys',
  '| Id | Connection key |\n|---|---|',
  'See [Access tokens](./x.mdx) and **Value store**.',
  'It stops. Value stores do not.',
  'Read the\nconnection\nkey.',
  'The path `/valuestore/scan` and `nodeID`.',
  '```text\nvaluestore\n```',
  'The id `x` of a grid.',
])('passes %j', (body) => {
  expect(findings(terms, body)).toEqual([]);
});

test('uses the terms of the glossary', () => {
  const forms = list.flatMap((term) => term.forms);
  const long = glossary.map(({ name }) => name).filter((name) => name.includes(' '));
  expect(long.length).toBeGreaterThan(0);
  expect(forms).toEqual(expect.arrayContaining(long));
});

test('lists no form twice', () => {
  const forms = list.flatMap((term) => term.forms);
  expect(forms.filter((form, index) => forms.indexOf(form) !== index)).toEqual([]);
});
