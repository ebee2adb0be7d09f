import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument, type ApiDocument } from '../../src/index.ts';

const specs = path.resolve(import.meta.dirname, '../../../../specs');

/** Reads one of the two published documents. */
export function readSpecification(name: 'platform' | 'device'): ApiDocument {
  const file = `${name}.openapi.yaml`;
  return parseDocument(readFileSync(path.join(specs, file), 'utf8'), file);
}

/** A document with one call, as text, so that a test can break one line of it. */
export const minimal = `openapi: 3.1.0
info: { title: Test API }
servers:
  - url: https://api.{region}.example.org/v1
    variables: { region: { default: here } }
tags:
  - name: Nodes
paths:
  /node/create:
    post:
      operationId: node-create
      summary: Create node
      description: Creates a node.
      tags: [Nodes]
      requestBody:
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Request' }
            examples: { default: { value: { name: a } } }
      responses:
        '200':
          content:
            application/json:
              schema: { type: object }
              examples: { default: { value: { success: true } } }
components:
  schemas:
    Request:
      type: object
      properties:
        name: { type: string }
`;

/** Line (from 1) at which a text first stands in a document. */
export function lineOf(document: string, text: string): number {
  const index = document.split('\n').findIndex((line) => line.includes(text));
  if (index < 0) throw new Error(`"${text}" is not in the document`);
  return index + 1;
}
