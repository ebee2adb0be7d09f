import type { Place } from './place.ts';
import type { Answer, Body, Example, Schema } from './types.ts';

/** Schema and examples of the JSON form of a request body or an answer. */
function readJson(place: Place): { schema: Schema; examples: readonly Example[] } {
  const media = place.at('content', 'application/json');
  if (media.at('schema').value === undefined) {
    throw media.error('schema is missing: every body here is JSON');
  }
  const examples = media
    .at('examples')
    .entries()
    .map(([name, example]) => {
      const { value } = example.at('value');
      if (value === undefined) throw example.error(`value of example "${name}" is missing`);
      return { name, summary: example.at('summary').text ?? '', value };
    });
  return { schema: media.at('schema').object, examples };
}

function defaultExample(place: Place, examples: readonly Example[]): Example {
  const found = examples.find((example) => example.name === 'default');
  if (!found) throw place.at('content', 'application/json').error('examples.default is missing');
  return found;
}

/**
 * Reads a request body.
 * @throws DocumentError when its schema or its example `default` is missing
 */
export function readBody(place: Place): Body {
  const { schema, examples } = readJson(place);
  return { schema, examples, example: defaultExample(place, examples).value };
}

/**
 * Reads the answers of an operation, `200` first. Every answer of these APIs is a JSON object, so one without
 * a schema is a fault of the document. Only `200` needs an example.
 * @throws DocumentError when `200`, its example `default` or any schema is missing
 */
export function readAnswers(place: Place): Answer[] {
  const answers = place.entries().map(([status, answer]) => {
    const { schema, examples } = readJson(answer);
    if (status === '200') defaultExample(answer, examples);
    return { status, description: answer.at('description').text ?? '', schema, examples };
  });
  const success = answers.filter(({ status }) => status === '200');
  if (success.length === 0) throw place.error('the answer 200 is missing');
  return [...success, ...answers.filter(({ status }) => status !== '200')];
}
