import React, { type ReactNode } from 'react';
import { valueFields } from '@site/src/components/ValuesPanel/fields';
import TextValue from '@site/src/components/ValuesPanel/TextValue';
import type { Call } from '@site/src/runner/call';
import { isPart, schemeNames } from '@site/src/runner/credentials';
import { setValues, useValues } from '@site/src/values/store';

interface Props {
  readonly call: Call;
  /** Id of a scheme; empty for none. */
  readonly chosen: string;
  /** True while calls go to the sandbox, whose projects bring their own. */
  readonly isSandbox: boolean;
  readonly onChoose: (id: string) => void;
}

/** As whom the call is made. What is typed here goes into the reader's values, which this tab alone holds. */
export default function Credentials({ call, chosen, isSandbox, onChoose }: Props): ReactNode {
  const values = useValues();
  const scheme = call.security.find((candidate) => candidate.id === chosen);
  const needsChoice = call.security.length > 1 || call.securityOptional;
  return (
    <fieldset className="runner__credentials">
      <legend>Credential</legend>
      {needsChoice && (
        <select
          aria-label="Kind of credential"
          value={chosen}
          onChange={(event) => onChoose(event.target.value)}
        >
          {call.security.map((candidate) => (
            <option key={candidate.id} value={candidate.id}>
              {schemeNames[candidate.kind]}
            </option>
          ))}
          {call.securityOptional && <option value="">None</option>}
        </select>
      )}
      {scheme &&
        !isSandbox &&
        valueFields
          .filter(({ name }) => isPart(scheme.kind, name))
          .map((field) => (
            <TextValue
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              onChange={(name, text) => setValues({ [name]: text })}
            />
          ))}
      {scheme?.kind === 'signature' && call.permission !== undefined && (
        <p className="runner__hint">
          The token needs the permission <code>{call.permission}</code>. The secret signs the
          request in this browser and is not sent.
        </p>
      )}
      <p className="runner__hint">
        {isSandbox
          ? `${scheme ? schemeNames[scheme.kind] : 'Nothing'} of the sandbox project: there is nothing to enter.`
          : 'Kept in this tab until you close it, and sent with your calls alone.'}
      </p>
    </fieldset>
  );
}
