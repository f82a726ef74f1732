import { enquiryImports } from '@daybook/contracts/crm/enquiries/enquiry-imports';
import { fieldOf } from '@daybook/shared/form/field';
import type { ImportedKind } from '@daybook/shared/imported-kind';
import { enquiryImportAddress } from '../../addresses.ts';
import { RuleFields } from './rule-fields.tsx';

export const importedEnquiries: ImportedKind = {
  name: 'enquiry_import',
  endpoints: enquiryImports,
  Field: fieldOf(enquiryImports.check),
  RuleFields,
  address: enquiryImportAddress,
};
