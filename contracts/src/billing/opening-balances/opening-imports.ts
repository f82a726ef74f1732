import { z } from 'zod';
import { Uuid } from '../../fields.ts';
import { importEndpoints } from '../../imports/imports.ts';

/** What all rows of a file have in common: the billing entity, and with it the cut-over date on which they are posted. */
export const OpeningImportRules = z.strictObject({
  entityId: Uuid.nullish().transform((id) => id ?? null),
});
export type OpeningImportRules = z.infer<typeof OpeningImportRules>;

/** The columns are those of `OpeningInput`. */
export const openingImports = importEndpoints('/opening-imports', 'clients.import', OpeningImportRules);
