import type { ComponentType } from 'react';
import type { OutputOf } from '@daybook/contracts/endpoint';
import type { ImportEndpoints } from '@daybook/contracts/imports/imports';
import type { SavedList } from '@daybook/contracts/saved-views';
import type { fieldOf } from '../form/field.tsx';

export type Import = OutputOf<ImportEndpoints['open']>;

/** What the screens of an import know of the kind of record that is imported. */
export interface ImportedKind {
  /** The kind of the imports, by which their list keeps its columns. */
  name: SavedList;
  endpoints: ImportEndpoints;
  /** The field component of the form of columns and rules. */
  Field: ReturnType<typeof fieldOf<ImportEndpoints['check']>>;
  /** The fields of the rules, named `rules`. */
  RuleFields: ComponentType;
  /** The address of one import. */
  address: (id: string) => string;
}
