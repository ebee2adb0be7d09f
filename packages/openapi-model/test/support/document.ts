import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DocumentError, parseDocument, type ApiDocument } from '../../src/index.ts';

const specs = path.resolve(import.meta.dirname, '../../../../specs');

/** Name of the minimal document in error messages. */
export const file = 'specs/test.yaml';

/** Reads one of the two published documents. */
export function readSpecification(name: 'platform' | 'device'): Promise<ApiDocument> {
  const fileName = `${name}.openapi.yaml`;
  return parseDocument(readFileSync(path.join(specs, fileName), 'utf8'), fileName);
}

/** A document with two operations as text, so that a test can break one line of it. */
export const minimal = `openapi: 3.1.0
info: { title: Test API, version: '1' }
servers:
  - url: https://api.{region}.example.org/v1
    description: Main
    variables:
      region: { enum: [here, there], default: here, description: Where }
  - url: https://api.example.org/v1
tags:
  - name: Nodes
  - name: Data
security:
  - apiKey: []
x-reason-codes:
  'node::gone': { meaning: M, cause: C, remedy: R }
  'node::bad': { meaning: M2, cause: C2, remedy: R2 }
x-error-codes:
  '4020': { transport: HTTP, meaning: M, cause: C, remedy: R }
x-mqtt:
  topicPrefix: $test/{deviceId}/
  hosts: mqtt.{region}.example.org
  ports: { tls: 8883, websocket: 8804 }
  webSocketPath: /mqtt
  subscribe:
    - { suffix: response, purpose: Responses }
  pushed:
    - topic: commands
      description: A command.
      schema: { type: object, properties: { id: { type: string } } }
      example: { id: c1 }
paths:
  /data/get:
    post:
      operationId: data-get
      summary: Get data
      x-evidence: [docs, go-sdk]
      description: Reads data.
      tags: [Data]
      requestBody:
        content:
          application/json:
            schema: { type: object }
            examples: { default: { value: { all: true } } }
      responses:
        '200':
          description: Data
          content:
            application/json:
              schema: { type: object }
              examples: { default: { value: { rows: [] } } }
  /node/create:
    post:
      operationId: node-create
      x-evidence: [inferred]
      summary: Create node
      description: Creates a node.
      tags: [Nodes]
      security:
        - apiKey: []
        - token: []
      x-permission: node.create
      x-reason-codes: ['node::gone']
      x-error-codes: ['4020']
      x-related: [data-get]
      x-guide: /guide/
      x-keywords: [read a row, fetch]
      x-traps: [Mind the gap.]
      x-aliases: [{ method: get, path: /node/new }]
      x-provisional: Not confirmed.
      x-mqtt:
        publish: node/json
        responses: [response]
      requestBody:
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Request' }
            examples:
              default:
                summary: One node
                value:
                  name: a
              tagged:
                value: { name: b, tags: [{ key: k }] }
      responses:
        default: { $ref: '#/components/responses/Failure' }
        '200':
          description: Created
          content:
            application/json:
              schema: { type: object }
              examples: { default: { value: { success: true } } }
x-limits:
  payload: { subject: Payload, value: 1.5, unit: KB, note: No more., operations: [data-get] }
  rate: { subject: Rate, value: 60, unit: per minute }
components:
  securitySchemes:
    apiKey: { type: http, scheme: bearer, description: Key }
    token: { type: apiKey, in: header, name: Authorization, x-anedya-signature: { version: v1, headers: { tokenId: X-Id, timestamp: X-Time, version: X-Version, signature: X-Signature } } }
    device:
      type: apiKey
      in: header
      name: X-Key
      x-extra-headers: { Auth-mode: key }
  responses:
    Failure:
      description: It failed.
      content:
        application/json:
          schema: { type: object, properties: { success: { const: false } } }
  schemas:
    Request:
      type: object
      required: [name]
      properties:
        name:
          type: string
          maxLength: 5
          examples: [short]
        tags:
          type: array
          items: { $ref: '#/components/schemas/Tag' }
    Tag:
      type: object
      properties:
        key: { type: string }
`;

/** The minimal document with one text replaced; throws if it does not contain the text. */
export function edited(text: string, replacement: string): string {
  if (!minimal.includes(text)) throw new Error(`"${text}" is not in the document`);
  return minimal.replace(text, () => replacement);
}

/** The error that rejects a document. */
export async function errorOf(text: string): Promise<DocumentError> {
  try {
    await parseDocument(text, file);
  } catch (error) {
    if (error instanceof DocumentError) return error;
    throw error;
  }
  throw new Error('the document was accepted');
}

/** Line (from 1) at which a text first starts in a document. */
export function lineOf(document: string, text: string): number {
  const index = document.indexOf(text);
  if (index < 0) throw new Error(`"${text}" is not in the document`);
  return document.slice(0, index).split('\n').length;
}

/** An invalid document: description, text to replace, replacement, text of the expected line, expected reason. */
export type ErrorCase = readonly [string, string, string, string, RegExp];
