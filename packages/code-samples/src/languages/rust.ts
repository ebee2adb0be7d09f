import { escapeUnsafe, isPlainBlock, unicodeBraces } from '../literals/escape.ts';
import { jsonText } from '../literals/json.ts';
import {
  computedIn,
  expressionOf,
  idsIn,
  isReaderId,
  timesIn,
  type ReaderId,
} from '../reader-id.ts';
import { addressOf, headerLines, secretsOf, snakeCase } from '../request-parts.ts';
import type { Language, SampleRequest } from '../types.ts';

export function rustString(text: string): string {
  return `"${escapeUnsafe(text.replace(/[\\"]/g, '\\$&'), unicodeBraces)}"`;
}

/** Constant part of a format string. */
export function rustFormatPart(text: string): string {
  return rustString(text.replace(/[{}]/g, '$&$&')).slice(1, -1);
}

/** A multiline raw string with as many `#` as it needs, or an escaped string when `text` needs escapes. */
export function rustBlock(text: string): string {
  if (!isPlainBlock(text)) return rustString(text);
  let hashes = '#';
  while (text.includes(`"${hashes}`)) hashes += '#';
  return `r${hashes}"${text}"${hashes}`;
}

function readSecret(secret: string): string {
  const name = snakeCase(secret);
  return `    let ${name} = env::var("${secret}").unwrap_or_default();
    let ${name} = ${name}.trim();
    if ${name}.is_empty() {
        return Err("${secret} is not set".into());
    }
`;
}

function url(request: SampleRequest): string {
  const { variable, base, path } = addressOf(request);
  if (variable === undefined) return `    let url = ${rustString(base)};\n`;
  return `    let base = env::var("${variable}")
        .ok()
        .filter(|value| !value.is_empty());
    let base = base.as_deref().unwrap_or(${rustString(base)});
    let url = format!("{base}{}", ${rustString(path)});
`;
}

function readId({ variable, example }: ReaderId): string {
  const name = snakeCase(variable);
  return `    let ${name} = env::var("${variable}")
        .ok()
        .filter(|value| !value.trim().is_empty());
    let ${name} = ${name}.as_deref().unwrap_or(${rustString(example)}).trim();
`;
}

/** A constant body, or the code in `main` that computes a body; formatted like rustfmt. */
function bodyParts({ body }: SampleRequest): { constant: string; computed: string } {
  const found = computedIn(body);
  const text = rustBlock(
    jsonText(
      body,
      (value) => (isReaderId(value) ? '"{}"' : '{}'),
      (part) => part.replace(/[{}]/g, '$&$&'),
    ),
  );
  if (found.length === 0) return { constant: `const BODY: &str = ${text};\n`, computed: '' };
  const values = [text, ...found.map((value) => expressionOf(value, snakeCase))];
  const now =
    timesIn(body).length > 0
      ? '    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();\n'
      : '';
  return {
    constant: '',
    computed: `${idsIn(body).map(readId).join('')}${now}    let body = format!(
${values.map((value) => `        ${value}`).join(',\n')}
    );
`,
  };
}

function render(request: SampleRequest): string {
  const headers = headerLines(
    request,
    (name, value) => `        .header(${rustString(name)}, ${rustString(value)})`,
    ({ name, prefix, secret }) => {
      const variable = snakeCase(secret);
      const value = prefix === '' ? variable : `format!("${rustFormatPart(prefix)}{${variable}}")`;
      return `        .header(${rustString(name)}, ${value})`;
    },
  );
  const { constant, computed } = bodyParts(request);
  const imports =
    timesIn(request.body).length === 0
      ? 'use std::{env, error::Error, process, time::Duration};'
      : `use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{env, error::Error, process};`;
  const sent = computed === '' ? 'BODY' : 'body';
  return `// cargo add reqwest --features blocking && cargo add serde_json
use reqwest::blocking::Client;
${imports}

${constant}
fn main() -> Result<(), Box<dyn Error>> {
${url(request)}${secretsOf(request).map(readSecret).join('')}${computed}    let client = Client::builder().timeout(Duration::from_secs(30)).build()?;
    let response = client
        .${request.method.toLowerCase()}(url)
${headers}
        .body(${sent})
        .send()?;
    let status = response.status();
    let wait = response.headers().get("Retry-After").cloned();
    let text = response.text()?;
    if !status.is_success() {
        eprintln!("HTTP {status}: {text}");
        if let Some(wait) = wait {
            eprintln!("Retry-After: {}", wait.to_str()?);
        }
        process::exit(1);
    }
    println!("{text}");
    let result: serde_json::Value = serde_json::from_str(&text)?;
    if result["success"] == false {
        process::exit(1);
    }
    Ok(())
}
`;
}

export const rust: Language = {
  id: 'rust',
  label: 'Rust',
  highlight: 'rust',
  file: 'main.rs',
  render,
};
