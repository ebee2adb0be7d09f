import { describe, expect, it } from 'vitest';
import { requestId, textField, withRequestId } from '../../src/mqtt-console/requests';

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

describe('withRequestId', () => {
  it('puts the id first and replaces an existing one', () => {
    expect(withRequestId('{"a":1}', 'b')).toBe('{\n  "reqId": "b",\n  "a": 1\n}');
    expect(withRequestId('{"a":1,"reqId":"old"}', 'b')).toBe('{\n  "reqId": "b",\n  "a": 1\n}');
  });

  it.each(['[1]', '"text"', 'null', '{"a":', ''])('does not change %j', (text) =>
    expect(withRequestId(text, 'b')).toBe(text),
  );
});
