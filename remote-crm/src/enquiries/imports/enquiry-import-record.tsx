import { useTranslation } from 'react-i18next';
import { ImportRecord } from '@daybook/shared/imports/import-record';
import { importedEnquiries } from './imported-enquiries.ts';

export default function EnquiryImportRecord() {
  const { t } = useTranslation('crm');
  return <ImportRecord kind={importedEnquiries} undoConsequence={t('enquiryImport.undoConsequence')} />;
}
