import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { flattenFields, schemaFields, type Operation } from '@anedya-docs/openapi-model';
import { createElement, Fragment, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { readApi } from '../../../content/api-reference/documents';
import Architecture from './Architecture';
import CommandStates from './CommandStates';
import DeviceIdentity from './DeviceIdentity';
import EventRule from './EventRule';
import MqttTopics from './MqttTopics';
import OtaAsset from './OtaAsset';
import OtaDevice from './OtaDevice';
import OtaStages from './OtaStages';
import RequestSignature from './RequestSignature';
import TimeSync from './TimeSync';
import TokenFlow from './TokenFlow';
import ValueStoreScopes from './ValueStoreScopes';

const diagrams: readonly (readonly [string, ComponentType])[] = Object.entries({
  Architecture,
  CommandStates,
  DeviceIdentity,
  EventRule,
  MqttTopics,
  OtaAsset,
  OtaDevice,
  OtaStages,
  RequestSignature,
  TimeSync,
  TokenFlow,
  ValueStoreScopes,
});

const markupOf = (diagram: ComponentType): string => renderToStaticMarkup(createElement(diagram));

const textsOf = (markup: string, pattern: RegExp): string[] =>
  [...markup.matchAll(pattern)].map(([, text]) => text ?? '');

/** Literal values in a drawing: text formatted as code. */
const literalsOf = (diagram: ComponentType): string[] =>
  textsOf(markupOf(diagram), /class="diagram__mono">([^<]+)</g);

/** Values of the states in a drawing. */
const statesOf = (diagram: ComponentType): string[] =>
  textsOf(markupOf(diagram), /<g class="diagram__state[^"]*">.*?<text[^>]*>([^<]+)</g);

const styles = (name: string): string =>
  readFileSync(path.resolve(import.meta.dirname, '../../css', name), 'utf8');

describe.each(diagrams)('%s', (_name, diagram) => {
  const markup = markupOf(diagram);

  it('is an image with a name and a description', () => {
    const svg = /<svg [^>]*role="img" aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/;
    const [, name, description] = svg.exec(markup) ?? [];
    expect(markup).toMatch(new RegExp(`<title id="${name ?? ''}">[^<]{5,}</title>`));
    expect(markup).toMatch(new RegExp(`<desc id="${description ?? ''}">[^<]{40,}</desc>`));
  });

  it('has a caption and a text alternative', () => {
    // HTML, 4.4.12: a caption is the first or the last child of its figure.
    expect(markup).toMatch(/<\/svg><figcaption>.+<\/figcaption><\/figure>$/);
    const [, steps = ''] = /<details>.*<ol>(.*)<\/ol><\/details>/.exec(markup) ?? [];
    expect(steps.split('</li>').length - 1).toBeGreaterThan(3);
  });

  it('its text alternative contains all states and topics', () => {
    const words = markup.slice(markup.indexOf('<details>'));
    const named = [
      ...statesOf(diagram),
      ...literalsOf(diagram).filter((text) => text.endsWith('json')),
    ];
    expect(named.filter((text) => !words.includes(`<code translate="no">${text}</code>`))).toEqual(
      [],
    );
  });

  it('contains no color and no inline style', () => {
    expect(markup).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(| (?:fill|stroke|style)="/i);
  });

  it('can be used twice on a page without sharing an id', () => {
    const both = createElement(Fragment, null, createElement(diagram), createElement(diagram));
    const ids = textsOf(renderToStaticMarkup(both), / id="([^"]+)"/g);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
  });

  it('draws nothing outside its viewBox', () => {
    const height = Number(/viewBox="0 0 400 (\d+)"/.exec(markup)?.[1]);
    const boxes = markup.matchAll(
      /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g,
    );
    for (const [, ...numbers] of boxes) {
      const [x = 0, y = 0, w = 0, h = 0] = numbers.map(Number);
      expect(x + w).toBeLessThanOrEqual(400);
      expect(y + h).toBeLessThanOrEqual(height);
    }
  });

  it('is smaller than 2 kB compressed', () => {
    expect(brotliCompressSync(markup).length).toBeLessThan(2000);
  });
});

describe('the stylesheet', () => {
  const sheet = styles('diagram.css');

  it('defines all colors with custom properties', () => {
    const colors = textsOf(sheet, /(?:fill|stroke|color|background|border):\s*([^;]+);/g);
    expect(colors.filter((value) => !/var\(--(?:docs|ifm)-|^none$/.test(value))).toEqual([]);
    expect(sheet).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i);
  });

  it('has a rule for every class, and no other rule', () => {
    const all = diagrams.map(([, diagram]) => markupOf(diagram)).join('');
    const used = textsOf(all, / class="([^"]+)"/g).flatMap((classes) => classes.split(' '));
    const ruled = textsOf(sheet, /\.(diagram\w*(?:--\w+)?)/g);
    expect([...new Set(ruled)].sort()).toEqual([...new Set(used)].sort());
  });

  const site = styles('site.css');
  const [light = '', dark = ''] = site.split("html[data-theme='dark'] {");
  const channel = (value: number): number =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

  /** Relative luminance (WCAG 2.2) of a custom property. */
  function luminance(mode: string, name: string): number {
    const find = (text: string) => new RegExp(`${name}: #([0-9a-f]{3,6});`).exec(text)?.[1];
    const hex = find(mode) ?? find(light) ?? '';
    const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    const [r = NaN, g = NaN, b = NaN] = [0, 2, 4].map((at) =>
      channel(parseInt(digits.slice(at, at + 2), 16) / 255),
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  it.each([
    ['--ifm-font-color-base', '--ifm-background-color'],
    ['--ifm-font-color-base', '--docs-field'],
    ['--ifm-font-color-base', '--docs-announcement'],
    ['--docs-muted', '--ifm-background-color'],
    ['--docs-muted', '--docs-field'],
    ['--ifm-background-color', '--ifm-color-primary'],
  ])('sets %s on %s with a contrast of 4.5 at least, in both modes', (text, ground) => {
    for (const mode of [light, dark]) {
      const [low = NaN, high = NaN] = [text, ground]
        .map((name) => luminance(mode, name))
        .sort((a, b) => a - b);
      expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

const device = (await readApi('device')).document;
const platform = (await readApi('platform')).document;

function operationOf(operations: readonly Operation[], id: string): Operation {
  const operation = operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`there is no operation "${id}"`);
  return operation;
}

/** Names of all fields of a request and of its responses. */
function fieldsOf({ request, responses }: Operation): string[] {
  const schemas = [request.schema, ...responses.map(({ schema }) => schema)];
  return schemas.flatMap((schema) => flattenFields(schemaFields(schema)).map(({ name }) => name));
}

/** Values that a field may have, in the request or in a response. */
function valuesOf({ request, responses }: Operation, name: string): string[] {
  const schemas = [request.schema, ...responses.map(({ schema }) => schema)];
  const fields = schemas.flatMap((schema) => flattenFields(schemaFields(schema)));
  const found = fields.find((field) => field.name === name && field.schema.enum);
  return (found?.schema.enum ?? []).map(String);
}

describe('the facts', () => {
  it('MqttTopics draws each confirmed topic of the document, and that of the gateway', () => {
    const prefix = device.mqtt?.topicPrefix ?? '';
    const confirmed = device.allOperations.filter(({ mqtt }) => mqtt && !mqtt.provisional);
    const topics = [
      ...confirmed.map(({ mqtt }) => mqtt?.publish ?? ''),
      `${prefix}gateway/submitdata/json`,
      ...(device.mqtt?.subscribe ?? []).map(({ topic }) => topic),
    ];
    expect(
      literalsOf(MqttTopics)
        .map((suffix) => prefix + suffix)
        .sort(),
    ).toEqual(topics.sort());
    expect(markupOf(MqttTopics)).toContain(prefix);
  });

  it('CommandStates draws each state of a command, and the flag', () => {
    const status = operationOf(platform.operations, 'command-status');
    const known = [...valuesOf(status, 'status'), 'expired'].sort();
    expect(statesOf(CommandStates).sort()).toEqual(known);
    expect(fieldsOf(status)).toContain('expired');
    const reported = valuesOf(operationOf(device.operations, 'commands-update-status'), 'status');
    expect(statesOf(CommandStates)).toEqual(expect.arrayContaining(reported));
  });

  it('OtaAsset draws each state of an asset', () => {
    const known = valuesOf(operationOf(platform.operations, 'assets-list'), 'assetStatus');
    expect(known).toHaveLength(5);
    expect(statesOf(OtaAsset).sort()).toEqual(known.sort());
  });

  it('OtaDevice draws each status that a device reports, and fields of the deployment', () => {
    const known = valuesOf(operationOf(device.operations, 'v-1-ota-status-update'), 'status');
    expect(statesOf(OtaDevice).sort()).toEqual(known.sort());
    const fields = fieldsOf(operationOf(device.operations, 'v-1-ota-next'));
    expect(fields).toEqual(
      expect.arrayContaining(['deploymentAvailable', 'asseturl', 'assetChecksum', 'assetSigned']),
    );
  });

  it('OtaStages names fields of a deployment', () => {
    const fields = fieldsOf(operationOf(platform.operations, 'deployments-create'));
    const literals = literalsOf(OtaStages).filter((text) => text !== 'deployable');
    expect(fields).toEqual(expect.arrayContaining(literals));
  });

  it('TimeSync contains the fields of the operation, and its formula matches the example', () => {
    const operation = operationOf(device.operations, 'http-time-sync');
    const [, t1Field = '', , t2Field = '', , t3Field = '', , t4 = '', now = ''] =
      literalsOf(TimeSync);
    expect(fieldsOf(operation)).toEqual(expect.arrayContaining([t1Field, t2Field, t3Field]));
    const response = JSON.stringify(operation.responses[0]?.examples[0]?.value);
    const [t1, t2, t3] = [t1Field, t2Field, t3Field].map((name) =>
      Number(new RegExp(`"${name}":(\\d+)`).exec(response)?.[1]),
    );
    expect(literalsOf(TimeSync)).toEqual(expect.arrayContaining([String(t1), String(t2)]));
    expect(((t2 ?? NaN) + (t3 ?? NaN) + Number(t4) - (t1 ?? NaN)) / 2).toBe(Number(now));
  });

  it('Architecture names the servers of both documents', () => {
    const text = markupOf(Architecture);
    expect(text).toContain(device.servers[0]?.template);
    const base = 'https://api.{region}.anedya.io/v1';
    expect(platform.servers.map(({ template }) => template)).toContain(base);
    expect(text).toContain(base);
    expect(text).toContain('mqtt.{region}.anedya.io');
    expect(text).toContain(`port ${device.mqtt?.ports.tls ?? ''} (TLS)`);
    expect(text).toContain(`${device.mqtt?.ports.websocket ?? ''} (WebSocket)`);
  });

  it('ValueStoreScopes names the scopes of both documents', () => {
    const scopes = [
      ...valuesOf(operationOf(device.operations, 'valuestore-get-value'), 'scope'),
      ...valuesOf(operationOf(platform.operations, 'valuestore-get-value'), 'scope'),
    ];
    expect(new Set(scopes)).toEqual(new Set(['self', 'global', 'node']));
    expect(literalsOf(ValueStoreScopes)).toEqual(expect.arrayContaining(scopes));
  });

  it('every path that is drawn or described belongs to an operation', () => {
    const paths = [...device.operations, ...platform.operations].map((operation) => operation.path);
    const markup = diagrams.map(([, diagram]) => markupOf(diagram)).join('');
    const named = textsOf(markup, />(?:POST )?(?:\/v1)?(\/?[a-z]+\/[a-zA-Z/]+|\/[a-zA-Z]+)</g)
      .filter((text) => !text.endsWith('/json'))
      .map((text) => `/${text.replace(/^\//, '')}`);
    expect(new Set(named)).toEqual(
      new Set([
        '/node/authorize',
        '/bindDevice',
        '/time',
        '/commands/send',
        '/assets/create',
        '/ota/next',
        '/access/tokens/create',
      ]),
    );
    expect(paths).toEqual(expect.arrayContaining(named));
  });

  it('TokenFlow and RequestSignature use the names of the token and of the header', () => {
    const fields = fieldsOf(operationOf(platform.operations, 'access-token-create'));
    expect(fields).toEqual(expect.arrayContaining([...new Set(literalsOf(TokenFlow))]));
    const schemes = platform.securitySchemes.map(({ description }) => description).join('\n');
    expect(schemes.toLowerCase()).toContain('x-anedya-signature`');
    expect(literalsOf(RequestSignature)).toContain('x-anedya-Signature');
  });
});
