import type { Refusal } from '@daybook/contracts/refusals';
import type { Remark } from './import-kind.ts';

/** What a row is refused for while it is written, at the field where that is known. */
export function remarksOf({ code, params, fields }: Refusal): Remark[] {
  const [field] = Object.keys(fields);
  const said = field === undefined ? undefined : fields[field]?.[0];
  const known = Object.entries(said?.params ?? params).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return [{ field: field ?? null, code: said?.code ?? code, params: Object.fromEntries(known) }];
}
