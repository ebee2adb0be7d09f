import { expect, test } from 'vitest';

import { sampleRequest } from '../src/index.ts';
import { nodeCreate, submitData } from './support/operations.ts';

const json = [
  { name: 'Content-Type', value: 'application/json' },
  { name: 'Accept', value: 'application/json' },
];

test('a bearer credential has its prefix and follows the media types', () => {
  expect(sampleRequest(nodeCreate)).toEqual({
    method: 'POST',
    url: 'https://api.example.test/v1/node/create',
    path: '/node/create',
    headers: [...json, { name: 'Authorization', prefix: 'Bearer ', secret: 'ANEDYA_API_KEY' }],
    body: nodeCreate.request.example,
  });
});

test('a device operation has the extra header, then the bare key', () => {
  expect(sampleRequest(submitData).headers).toEqual([
    ...json,
    { name: 'Auth-mode', value: 'key' },
    { name: 'Authorization', prefix: '', secret: 'ANEDYA_CONNECTION_KEY' },
  ]);
});

test('the first scheme is used, also for an optional credential', () => {
  const either = {
    ...nodeCreate,
    security: [...nodeCreate.security, ...submitData.security],
    securityOptional: true,
  };
  expect(sampleRequest(either)).toEqual(sampleRequest(nodeCreate));
});

test('base URL and body can be replaced', () => {
  const request = sampleRequest(nodeCreate, { baseUrl: 'http://localhost:8080/v1/', body: null });
  expect(request.url).toBe('http://localhost:8080/v1/node/create');
  expect(request.body).toBeNull();
});
