import React, { useEffect, useId, useState, type ReactNode } from 'react';
import { portableFormats, usageOf, type PortableFormat } from '@anedya-docs/code-samples/portable';
import useBaseUrl from '@docusaurus/useBaseUrl';
import CodeBlock from '@site/src/components/CodeBlock';
import { downloadFile } from '@site/src/download';
import type { Exported } from './portable-requests';
import './styles.css';

export interface FormProps {
  readonly collect: () => Promise<Exported>;
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What the file does not contain. */
function notesOf({ set, notes }: Exported, { hasMessages }: PortableFormat): string[] {
  const { length } = set.messages;
  if (length === 0 || hasMessages) return [...notes];
  return [
    ...notes,
    `${counted(length, 'message')} over MQTT left out: only the shell script can publish.`,
  ];
}

/** Downloads the file. @param specs URL of the folder with the OpenAPI documents */
function download(
  { set }: Exported,
  { extension, mediaType, render }: PortableFormat,
  specs: string,
) {
  const text = render(set, { now: Date.now(), specs });
  downloadFile(set.name + extension, new Blob([text], { type: mediaType }));
}

/** Selects a format and downloads the file, with the way to use it. */
export default function Form({ collect }: FormProps): ReactNode {
  const id = useId();
  const specs = useBaseUrl('/specs/', { absolute: true });
  const [exported, setExported] = useState<Exported | 'failed'>();
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const keep = (value: Exported | 'failed') => {
      if (isCurrent) setExported(value);
    };
    collect().then(keep, () => keep('failed'));
    return () => {
      isCurrent = false;
    };
  }, [collect]);

  const format = portableFormats.find((one) => one.id === chosen) ?? portableFormats[0];
  if (exported === 'failed') {
    return <p role="alert">The requests could not be read. Reload the page and try again.</p>;
  }
  if (!exported || !format) return <p className="export__note">Loading…</p>;
  const { set } = exported;
  const file = set.name + format.extension;
  const command = format.command?.(set, file);
  const notes = notesOf(exported, format);
  const [requests, messages] = [set.requests.length, set.messages.length];
  const counts = [
    ...(requests > 0 ? [counted(requests, 'request')] : []),
    ...(messages > 0 && format.hasMessages ? [counted(messages, 'MQTT message')] : []),
  ];
  if (requests + messages === 0) {
    return <p className="export__note">{notes.join(' ')}</p>;
  }
  return (
    <div className="export__form">
      <label htmlFor={id}>Format</label>
      <select
        id={id}
        className="control control--field"
        value={format.id}
        onChange={(event) => setChosen(event.target.value)}
      >
        {portableFormats.map((one) => (
          <option key={one.id} value={one.id}>
            {one.label}
          </option>
        ))}
      </select>
      <button type="button" className="control" onClick={() => download(exported, format, specs)}>
        Download {file}
      </button>
      <p className="export__note">
        {counts.join(', ') || 'No requests'}. {usageOf(format, set)} The file contains no
        credentials.
      </p>
      {notes.map((note) => (
        <p key={note} className="export__note">
          {note}
        </p>
      ))}
      {command !== undefined && (
        <CodeBlock
          language="bash"
          title="Terminal"
          html={command.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}
        />
      )}
    </div>
  );
}
