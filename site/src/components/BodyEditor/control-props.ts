import type { Schema } from '@anedya-docs/openapi-model';
import type { Path } from '../../runner/body/path';

/** What every control of a value takes. */
export interface ControlProps {
  readonly path: Path;
  /** Name of the field, or of the field whose item or entry this is. */
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** Ids of the elements that name the control, separated by spaces. */
  readonly labelledBy: string;
  /** Ids of the elements that say more about it, separated by spaces. */
  readonly describedBy: string;
}
