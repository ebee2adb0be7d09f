import React, { type ReactNode } from 'react';
import type { Schema } from '@anedya-docs/openapi-model';
import { mergeSchema, typeName } from '@anedya-docs/openapi-model/fields';
import { hintOf } from '../../runner/body/hint';

interface Props {
  readonly id: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly isUndescribed?: boolean;
}

/** The first sentence of a text. */
function Hint({ markdown }: { readonly markdown: string | undefined }): ReactNode {
  return (
    <span className="body-editor__hint">
      {hintOf(markdown).map(({ text, isCode }, index) =>
        isCode ? <code key={index}>{text}</code> : text,
      )}
    </span>
  );
}

/** Type, unit and purpose of a field. */
export default function About({ id, schema, required, isUndescribed }: Props): ReactNode {
  const { description, format, 'x-unit': unit, 'x-provisional': doubt } = mergeSchema(schema);
  const type = format === 'uuid' ? 'UUID' : typeName(schema);
  return (
    <span className="body-editor__about" id={id}>
      <span className="body-editor__meta">
        {isUndescribed ? 'not described' : unit === undefined ? type : `${type}, ${unit}`}
        {required && <span className="body-editor__required"> required</span>}
      </span>
      <Hint markdown={description} />
      {doubt !== undefined && <Hint markdown={`Unconfirmed: ${doubt}`} />}
    </span>
  );
}
