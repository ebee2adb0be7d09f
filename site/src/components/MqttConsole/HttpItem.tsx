import React, { type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import type { HttpEntry } from '@site/src/mqtt-console/entry';
import Body from './Body';
import Time from './Time';

/** A call over HTTP that a page of this tab made. */
export default function HttpItem({ at, past }: HttpEntry): ReactNode {
  const { call, page, result, worked, milliseconds, body } = past;
  return (
    <li>
      <div className="mqtt__meta">
        <Time at={at} />
        <span className="mqtt__kind mqtt__kind--http">HTTP</span>
        <Link to={page}>{call}</Link>
        <span className={worked ? 'runner__status--ok' : 'runner__status--bad'}>
          {result}
          {milliseconds !== undefined && ` · ${milliseconds} ms`}
        </span>
      </div>
      {body !== '' && <Body text={body} isClosed label={`body of ${call}`} />}
    </li>
  );
}
