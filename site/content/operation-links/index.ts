import {
  fieldAnchor,
  flattenFields,
  schemaFields,
  type Operation,
} from '@anedya-docs/openapi-model';
import type { Nodes, PhrasingContent, Root, Table, TableRow } from 'mdast';
import type { VFile } from 'vfile';
import { apiConfigs, readApi, type Api } from '../api-reference/documents';
import { inline, openQuestions } from './open-questions';

const text = (value: string): PhrasingContent => ({ type: 'text', value });
const code = (value: string): PhrasingContent => ({ type: 'inlineCode', value });

function row(cells: readonly (readonly PhrasingContent[])[]): TableRow {
  return {
    type: 'tableRow',
    children: cells.map((children) => ({ type: 'tableCell', children: [...children] })),
  };
}

function operationRow({ config, document }: Api, operation: Operation): TableRow {
  const { id, title, method, url, mqtt, provisional } = operation;
  const prefix = document.mqtt?.topicPrefix ?? '';
  return row([
    [{ type: 'link', url: `/${config.folder}/${id}/`, children: [text(title)] }],
    [code(`${method} ${new URL(url).pathname}`)],
    ...(document.mqtt ? [[mqtt ? code(mqtt.publish.replace(prefix, '')) : text('None')]] : []),
    inline(provisional ?? ''),
  ]);
}

/**
 * Table of all operations of an API with their address, MQTT topic and unconfirmed details.
 * @throws Error when there is no such API
 */
async function operationTable(name: string | undefined): Promise<Table> {
  const config = apiConfigs.find((candidate) => candidate.name === name);
  if (!config) {
    const names = apiConfigs.map((candidate) => `"${candidate.name}"`).join(' or ');
    throw new Error(`<OperationTable> needs api=${names}, not "${name ?? ''}"`);
  }
  const api = await readApi(config.name);
  const topics = api.document.mqtt ? ['MQTT topic suffix'] : [];
  const head = ['Operation', 'HTTP', ...topics, 'Note'].map((title) => [text(title)]);
  const rows = api.document.operations.map((operation) => operationRow(api, operation));
  return { type: 'table', align: head.map(() => null), children: [row(head), ...rows] };
}

const names = ['Operation', 'OperationTable', 'OpenQuestions'] as const;

interface JsxElement {
  readonly name: string | null;
  readonly attributes: readonly { readonly name?: string; readonly value?: unknown }[];
  readonly children: readonly PhrasingContent[];
}

interface ReferenceElement extends JsxElement {
  readonly type: 'mdxJsxTextElement' | 'mdxJsxFlowElement';
  readonly name: (typeof names)[number];
}

type Node = Nodes | ReferenceElement;

function isReference(node: Node): node is ReferenceElement {
  return (
    (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') &&
    names.some((name) => name === node.name)
  );
}

function attribute(node: JsxElement, name: string): string | undefined {
  const value = node.attributes.find((candidate) => candidate.name === name)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Attributes of `<Operation>`. */
interface OperationReference {
  /** API and operation id: `platform/node-create`. */
  readonly id: string | undefined;
  /** Path of a request field, such as `policy.allow[]`. */
  readonly field: string | undefined;
  /** Path of a response field. */
  readonly response: string | undefined;
}

interface OperationLink {
  readonly url: string;
  readonly text: string;
  /** True when the text is the name of a field. */
  readonly isField: boolean;
}

function paths(operation: Operation, part: 'request' | 'response'): string[] {
  const schemas =
    part === 'request'
      ? [operation.request.schema]
      : operation.responses.filter(({ status }) => status === '200').map(({ schema }) => schema);
  return schemas.flatMap((schema) => flattenFields(schemaFields(schema))).map(({ path }) => path);
}

/**
 * Returns the link target of a reference to an operation or one of its fields.
 * @throws Error that names what is unknown and lists what exists
 */
async function resolveOperation(reference: OperationReference): Promise<OperationLink> {
  const [api, operationId] = reference.id?.split('/') ?? [];
  const config = apiConfigs.find(({ name }) => name === api);
  if (!config || operationId === undefined) {
    const names = apiConfigs.map(({ name }) => `"${name}/..."`).join(' or ');
    throw new Error(`<Operation> needs id=${names}, not "${reference.id ?? ''}"`);
  }
  const { document } = await readApi(config.name);
  const operation = document.operations.find(({ id }) => id === operationId);
  if (!operation) {
    throw new Error(
      `<Operation id="${api}/${operationId}">: the ${document.title} has no such operation. It has: ${document.operations.map(({ id }) => id).join(', ')}`,
    );
  }
  const url = `/${config.folder}/${operationId}/`;
  const part = reference.field === undefined ? 'response' : 'request';
  const path = reference.field ?? reference.response;
  if (path === undefined) return { url, text: operation.title, isField: false };
  const known = paths(operation, part);
  if (!known.includes(path)) {
    throw new Error(
      `<Operation id="${api}/${operationId}">: the ${part} has no field "${path}". It has: ${known.join(', ')}`,
    );
  }
  return { url: `${url}#${fieldAnchor(part, path)}`, text: path, isField: true };
}

async function linkOf(node: JsxElement): Promise<PhrasingContent> {
  const { url, text, isField } = await resolveOperation({
    id: attribute(node, 'id'),
    field: attribute(node, 'field'),
    response: attribute(node, 'response'),
  });
  const own: PhrasingContent = isField
    ? { type: 'inlineCode', value: text }
    : { type: 'text', value: text };
  return { type: 'link', url, children: node.children.length > 0 ? [...node.children] : [own] };
}

async function contentOf(node: ReferenceElement): Promise<Nodes> {
  if (node.name === 'OperationTable') return operationTable(attribute(node, 'api'));
  if (node.name === 'OpenQuestions') return openQuestions();
  const link = await linkOf(node);
  return node.type === 'mdxJsxFlowElement' ? { type: 'paragraph', children: [link] } : link;
}

async function rewrite(parent: { children: Node[] }, file: VFile): Promise<void> {
  for (const [index, node] of parent.children.entries()) {
    if (isReference(node)) {
      try {
        parent.children[index] = await contentOf(node);
      } catch (error) {
        file.fail(error instanceof Error ? error.message : String(error), node as Nodes);
      }
    } else if ('children' in node) {
      await rewrite(node, file);
    }
  }
}

/**
 * Remark plugin: replaces `<Operation id="platform/node-create" />` with a link to the page of the operation, or to a field
 * with `field="node_name"` or `response="nodeId"`. Replaces `<OperationTable api="device" />` with a table of all operations
 * of that API, and `<OpenQuestions />` with a list of all unconfirmed details. The build fails for an unknown operation,
 * field or API.
 */
export default function remarkOperationLinks() {
  return (tree: Root, file: VFile): Promise<void> => rewrite(tree, file);
}
