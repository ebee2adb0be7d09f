import { describe, expect, it } from 'vitest';
import { indentedBody, requestId, textField, withNextRequestId, withRequestId } from './requests';

describe('responses', () => {
  it('has at most the 36 characters that a response repeats', () => {
    expect(requestId('{"reqId":"a"}')).toBe('a');
    expect(requestId(JSON.stringify({ reqId: 'x'.repeat(37) }))).toBe('x'.repeat(36));
  });

  it.each(['', 'null', '[]', '7', '{}', '{"reqId":1}', '{"reqId":null}', '{'])(
    'is undefined for %j',
    (text) => expect(requestId(text)).toBeUndefined(),
  );
});

it('a field of the prototype is ignored', () => {
  expect(textField('{}', 'constructor')).toBeUndefined();
});

it('an example gets the id as its first field, which replaces an existing one', () => {
  expect(withRequestId({ a: 1 }, 'b')).toBe('{\n  "reqId": "b",\n  "a": 1\n}');
  expect(withRequestId({ a: 1, reqId: 'old' }, 'b')).toBe('{\n  "reqId": "b",\n  "a": 1\n}');
  expect(withRequestId([1], 'b')).toBe('[\n  1\n]');
});

it('only the id changes in the text that the reader typed', () => {
  const typed = (id: string) =>
    `{"n":9007199254740993, "n":1.0,\n"note":"web-1-1","reqId" : "${id}", "é":"\\u00e9"}`;
  expect(withNextRequestId(typed('web-1-1'), 'web-1-1', 'web-1-2')).toBe(typed('web-1-2'));
  expect(withNextRequestId(typed('mine'), 'web-1-1', 'web-1-2')).toBe(typed('mine'));
});

it('a body is indented with the numbers, escapes and names that it has', () => {
  expect(indentedBody('{"n":9007199254740993,"n":1.0,"é":"\\u00e9"}')).toBe(
    '{\n  "n": 9007199254740993,\n  "n": 1.0,\n  "é": "\\u00e9"\n}',
  );
  expect(indentedBody('{"a": 1')).toBe('{"a": 1');
});
