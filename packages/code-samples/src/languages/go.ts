import { escapeUnsafe, isPlainBlock, unicode4 } from '../literals/escape.ts';
import { jsonText } from '../literals/json.ts';
import {
  computedIn,
  expressionOf,
  idsIn,
  isReaderId,
  timesIn,
  type ReaderId,
} from '../reader-id.ts';
import { addressOf, camelCase, headerLines, secretsOf } from '../request-parts.ts';
import type { Language, SampleRequest } from '../types.ts';

export function goString(text: string): string {
  return `"${escapeUnsafe(text.replace(/[\\"]/g, '\\$&'), unicode4)}"`;
}

/** A multiline raw string, or an interpreted string when `text` contains what a raw string cannot. */
export function goBlock(text: string): string {
  return isPlainBlock(text) && !text.includes('`') ? `\`${text}\`` : goString(text);
}

function readSecret(secret: string): string {
  const name = camelCase(secret);
  return `	${name} := strings.TrimSpace(os.Getenv("${secret}"))
	if ${name} == "" {
		log.Fatal("${secret} is not set")
	}
`;
}

function url(request: SampleRequest): string {
  const { variable, base, path } = addressOf(request);
  if (variable === undefined) return `	url := ${goString(base)}\n`;
  return `	url := os.Getenv("${variable}")
	if url == "" {
		url = ${goString(base)}
	}
	url += ${goString(path)}
`;
}

function readId({ variable, example }: ReaderId): string {
  const name = camelCase(variable);
  return `	${name} := strings.TrimSpace(os.Getenv("${variable}"))
	if ${name} == "" {
		${name} = ${goString(example)}
	}
`;
}

/** A constant body, or the code in `main` that computes a body; formatted like gofmt. */
function bodyParts({ body }: SampleRequest): { constant: string; computed: string } {
  const found = computedIn(body);
  const text = goBlock(
    jsonText(
      body,
      (value) => (isReaderId(value) ? '"%s"' : '%d'),
      (part) => part.replaceAll('%', '%%'),
    ),
  );
  if (found.length === 0) return { constant: `const body = ${text}\n\n`, computed: '' };
  const values = found.map((value) => expressionOf(value, camelCase).replaceAll(' ', ''));
  const now = timesIn(body).length > 0 ? '\tnow := time.Now().Unix()\n' : '';
  return {
    constant: '',
    computed: `${idsIn(body).map(readId).join('')}${now}\tbody := fmt.Sprintf(${[text, ...values].join(', ')})\n`,
  };
}

function render(request: SampleRequest): string {
  const headers = headerLines(
    request,
    (name, value) => `	request.Header.Set(${goString(name)}, ${goString(value)})`,
    ({ name, prefix, secret }) => {
      const constant = prefix === '' ? '' : `${goString(prefix)}+`;
      return `	request.Header.Set(${goString(name)}, ${constant}${camelCase(secret)})`;
    },
  );
  const { constant, computed } = bodyParts(request);
  return `package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

${constant}func main() {
	log.SetFlags(0)
${url(request)}${secretsOf(request).map(readSecret).join('')}
${computed}	request, err := http.NewRequest(${goString(request.method)}, url, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
${headers}
	client := http.Client{Timeout: 30 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		if wait := response.Header.Get("Retry-After"); wait != "" {
			log.Printf("Retry-After: %s", wait)
		}
		log.Fatalf("HTTP %d: %s", response.StatusCode, data)
	}
	fmt.Println(string(data))
	result := struct{ Success bool }{true}
	if json.Unmarshal(data, &result) != nil || !result.Success {
		os.Exit(1)
	}
}
`;
}

export const go: Language = { id: 'go', label: 'Go', highlight: 'go', file: 'main.go', render };
