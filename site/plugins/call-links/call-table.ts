import type { Operation } from '@anedya-docs/openapi-model';
import type { PhrasingContent, Table, TableRow } from 'mdast';
import { apiPlaces, readApi, type Api } from '../api-reference/documents';

const text = (value: string): PhrasingContent => ({ type: 'text', value });
const code = (value: string): PhrasingContent => ({ type: 'inlineCode', value });

function row(cells: readonly (readonly PhrasingContent[])[]): TableRow {
  return {
    type: 'tableRow',
    children: cells.map((children) => ({ type: 'tableCell', children: [...children] })),
  };
}

function callRow({ place, document }: Api, operation: Operation): TableRow {
  const { id, title, method, url, mqtt, provisional } = operation;
  const prefix = document.mqtt?.topicPrefix ?? '';
  return row([
    [{ type: 'link', url: `/${place.folder}/${id}/`, children: [text(title)] }],
    [code(`${method} ${new URL(url).pathname}`)],
    ...(document.mqtt ? [[mqtt ? code(mqtt.publish.replace(prefix, '')) : text('None')]] : []),
    provisional === undefined ? [] : [text(provisional)],
  ]);
}

/**
 * Every call of an API with its address, its MQTT topic and what is not confirmed about it.
 * @throws Error when there is no such API
 */
export async function callTable(name: string | undefined): Promise<Table> {
  const place = apiPlaces.find((candidate) => candidate.name === name);
  if (!place) {
    const names = apiPlaces.map((candidate) => `"${candidate.name}"`).join(' or ');
    throw new Error(`<CallTable> needs api=${names}, not "${name ?? ''}"`);
  }
  const api = await readApi(place.name);
  const topics = api.document.mqtt ? ['MQTT topic suffix'] : [];
  const head = ['Call', 'HTTP', ...topics, 'Note'].map((title) => [text(title)]);
  const calls = api.document.operations.map((operation) => callRow(api, operation));
  return { type: 'table', align: head.map(() => null), children: [row(head), ...calls] };
}
