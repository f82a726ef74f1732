import type { Permission } from './permissions.ts';

/** Paths of screens stand below /app, with `:id` for the record's own; a test compares them with the screens of the remotes. */
export interface Entity {
  list?: string;
  add?: string;
  /** The screen that shows a record. */
  record?: string;
  /** The screen that edits a record, if it is not `record`. */
  edit?: string;
  permissions?: string;
  /** Who may open a record: people with one of these permissions or of this user type, or everybody whose own it is. */
  allow?: readonly Permission[] | 'super_admin' | 'admin' | 'signedIn';
  /** Set for a plain master: a table named after the kind, with `name` and `active`, which no scope limits. Lookup and history need nothing more. */
  master?: true;
  /** Set if the search finds the records: the key of the kind's name in the host's texts. */
  searched?: string;
  /** Set if pickers offer records of this kind. */
  lookup?: true;
  /** Set if the record's page shows its history. */
  history?: true;
  /** Maps a unique constraint to the form field that it refuses. */
  unique?: Readonly<Record<string, string>>;
}
