import { clientImports } from '@daybook/contracts/crm/clients/client-imports';
import { fieldOf } from '@daybook/shared/form/field';
import type { ImportedKind } from '@daybook/shared/imported-kind';
import { clientImportAddress } from '../addresses.ts';
import { RuleFields } from './rule-fields.tsx';

export const importedClients: ImportedKind = {
  name: 'client_import',
  endpoints: clientImports,
  Field: fieldOf(clientImports.check),
  RuleFields,
  address: clientImportAddress,
};
