import type { FieldRefusals } from '@daybook/contracts/refusals';
import { normalise } from '../db/search.ts';
import type { ByName } from './by-name.ts';
import { plainHeading } from './headings.ts';
import type { Remark } from './import-kind.ts';
import { cellErrors } from './reading/table.ts';

interface Standing {
  id: string;
  label: string;
}

interface CellReaderOptions {
  cells: ReadonlyMap<string, string>;
  draft: Record<string, unknown>;
  /** Whether an empty cell clears what the record has. */
  isCleared: boolean;
  /** The values of fields with fixed ones, by their words. */
  values: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Reads the cells of one row into a draft of the record, and says of each field what is wrong. */
export class CellReader {
  readonly faults: Remark[] = [];
  readonly warnings: Remark[] = [];
  readonly draft: Record<string, unknown>;
  readonly cells: ReadonlyMap<string, string>;
  readonly #isCleared: boolean;
  readonly #values: CellReaderOptions['values'];

  constructor({ cells, draft, isCleared, values }: CellReaderOptions) {
    this.cells = cells;
    this.draft = draft;
    this.#isCleared = isCleared;
    this.#values = values;
    for (const [field, text] of cells) if (cellErrors.has(text)) this.fault(field, 'CELL_ERROR');
  }

  readonly fault = (field: string, code: string, params?: Remark['params']): undefined => {
    this.faults.push(params ? { field, code, params } : { field, code });
  };

  /** What a cell gives; `cleared` is what an empty one gives, if empty cells clear. */
  take(field: string, key: string, read: (text: string) => unknown, cleared?: unknown): void {
    const text = this.cells.get(field);
    if (text === undefined) return;
    if (text !== '') {
      const value = read(text);
      if (value !== undefined) this.draft[key] = value;
    } else if (cleared !== undefined && this.#isCleared) this.draft[key] = cleared;
  }

  readonly word = (field: string) => (text: string) =>
    this.#values.get(field)?.get(plainHeading(text)) ?? this.fault(field, 'NOT_A_CHOICE');

  /** What the record already has may be named, even if it is no longer active. */
  named(
    field: string,
    text: string,
    among: ByName,
    has: readonly Standing[],
    ambiguous = 'KEY_AMBIGUOUS',
  ): string | undefined {
    const name = normalise(text);
    const standing = has.find(({ label }) => normalise(label) === name);
    if (standing) return standing.id;
    const [id, other] = among.get(name) ?? [];
    if (id === undefined) return this.fault(field, 'REFERENCE_UNKNOWN');
    return other === undefined ? id : this.fault(field, ambiguous);
  }

  /** What the rules of the record say of the draft, at the columns; one fault for each. */
  report(fields: FieldRefusals, columnOf: (path: string) => string): void {
    const said = new Set(this.faults.map(({ field }) => field));
    for (const [path, [first]] of Object.entries(fields)) {
      const field = columnOf(path);
      if (!said.has(field) && first) this.fault(field, first.code, first.params);
    }
  }
}
