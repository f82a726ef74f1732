import { useTranslation } from 'react-i18next';
import { ImportList } from '@daybook/shared/imports/import-list';
import { importedClients } from './imported-clients.ts';

export default function ClientImportList() {
  const { t } = useTranslation('crm');
  return <ImportList kind={importedClients} title={t('import.title')} />;
}
