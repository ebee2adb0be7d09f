import {
  fieldAnchor,
  flattenFields,
  schemaFields,
  type ApiDocument,
  type Operation,
} from '@anedya-docs/openapi-model';
import type { BlockContent, List, ListItem, PhrasingContent } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { apiConfigs, readApi, type ApiConfig } from '../api-reference/documents';

/** An unconfirmed detail of an operation. */
interface Question {
  /** Markdown. */
  readonly reason: string;
  /** The field concerned, with the id of its entry on the page of the operation. */
  readonly field?: { readonly path: string; readonly anchor: string };
}

const markdown = unified().use(remarkParse);

function fieldQuestions({ request, responses }: Operation): Question[] {
  const success = responses.find(({ status }) => status === '200');
  const parts = [
    ['request', request.schema],
    ['response', success?.schema ?? {}],
  ] as const;
  return parts.flatMap(([part, schema]) =>
    flattenFields(schemaFields(schema)).flatMap(({ path, schema: own }) => {
      const reason = own['x-provisional'];
      return reason === undefined
        ? []
        : [{ reason, field: { path, anchor: fieldAnchor(part, path) } }];
    }),
  );
}

function questionsOf(operation: Operation): readonly Question[] {
  const whole = [operation.provisional, operation.mqtt?.provisional];
  return [
    ...whole.flatMap((reason) => (reason === undefined ? [] : [{ reason }])),
    ...fieldQuestions(operation),
  ];
}

const text = (value: string): PhrasingContent => ({ type: 'text', value });

const list = (children: ListItem[]): List => ({ type: 'list', spread: false, children });

const item = (...children: BlockContent[]): ListItem => ({
  type: 'listItem',
  spread: false,
  children,
});

const paragraph = (...children: PhrasingContent[]): BlockContent => ({
  type: 'paragraph',
  children,
});

/** Parses a line of Markdown. */
export function inline(source: string): PhrasingContent[] {
  const [block] = markdown.parse(source).children;
  return block?.type === 'paragraph' ? block.children : [text(source)];
}

function questionItem(url: string, { reason, field }: Question): ListItem {
  if (!field) return item(paragraph(...inline(reason)));
  const name: PhrasingContent = { type: 'inlineCode', value: field.path };
  const link: PhrasingContent = {
    type: 'link',
    url: `${url}#${field.anchor}`,
    children: [name],
  };
  return item(paragraph(link, text(': '), ...inline(reason)));
}

function operationItems(config: ApiConfig, { operations }: ApiDocument): ListItem[] {
  return operations.flatMap((operation) => {
    const questions = questionsOf(operation);
    if (questions.length === 0) return [];
    const url = `/${config.folder}/${operation.id}/`;
    const link: PhrasingContent = { type: 'link', url, children: [text(operation.title)] };
    const reasons = questions.map((question) => questionItem(url, question));
    return [item(paragraph(link), list(reasons))];
  });
}

/**
 * All unconfirmed details in the documents (`x-provisional`), by API and operation, each with a link to the field or
 * operation.
 */
export async function openQuestions(): Promise<List> {
  const apis = await Promise.all(apiConfigs.map(({ name }) => readApi(name)));
  return list(
    apis.map(({ config, document }) =>
      item(
        paragraph({ type: 'strong', children: [text(config.indexTitle)] }),
        list(operationItems(config, document)),
      ),
    ),
  );
}
