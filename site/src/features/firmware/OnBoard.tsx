import React, { type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import { CopyButton } from '@site/src/components/CodeBlock';
import { downloadFile } from '@site/src/download';
import { boardCommands, configFile, rootCertificate } from './board-files';

interface FileProps {
  readonly name: string;
  /** Returns the content; called when the button is pressed. */
  readonly content: () => BlobPart;
}

function File({ name, content }: FileProps): ReactNode {
  return (
    <button
      type="button"
      className="control"
      onClick={() => downloadFile(name, new Blob([content()]))}
    >
      {name}
    </button>
  );
}

/** The program and its settings as files, and how to run them on a board. */
export default function OnBoard({ text }: { readonly text: string }): ReactNode {
  const certificate = rootCertificate();
  return (
    <>
      <p>
        The same program runs on an ESP32 or a Raspberry Pi Pico W with MicroPython. You need{' '}
        <code>mpremote</code> on your computer. Connect the board by USB.
      </p>
      <ol className="program__steps">
        <li>
          Download these files into one folder, and fill in <code>config.py</code>:
          <div className="program__files">
            <File name="main.py" content={() => text} />
            <File name="config.py" content={configFile} />
            {certificate && <File name="root-ca.der" content={() => certificate} />}
          </div>
        </li>
        {!certificate && (
          <li>
            Save the <Link to="/device/mqtt-endpoints/#certificates">root certificate</Link> of the
            broker in DER format, as <code>root-ca.der</code>.
          </li>
        )}
        {boardCommands.map(({ command, does }) => (
          <li key={command}>
            {does}:
            <div className="program__command">
              <code translate="no">{command}</code>
              <CopyButton source={() => command} label={`command: ${does}`} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
