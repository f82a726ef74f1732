import { useTranslation } from 'react-i18next';
import { ImportList } from '@daybook/shared/imports/import-list';
import { importedEnquiries } from './imported-enquiries.ts';

export default function EnquiryImportList() {
  const { t } = useTranslation('crm');
  return <ImportList kind={importedEnquiries} title={t('enquiryImport.title')} />;
}
