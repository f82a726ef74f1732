import { openingImports } from '@daybook/contracts/billing/opening-balances/opening-imports';
import { fieldOf } from '@daybook/shared/form/field';
import type { ImportedKind } from '@daybook/shared/imported-kind';
import { openingImportAddress } from '../../common/addresses.ts';
import { RuleFields } from './rule-fields.tsx';

export const importedOpenings: ImportedKind = {
  name: 'opening_import',
  endpoints: openingImports,
  Field: fieldOf(openingImports.check),
  RuleFields,
  address: openingImportAddress,
};
