import { useTranslation } from 'react-i18next';
import { ImportList } from '@daybook/shared/imports/import-list';
import { importedOpenings } from './imported-openings.ts';

export default function OpeningImportList() {
  const { t } = useTranslation('billing');
  return <ImportList kind={importedOpenings} title={t('opening.imports')} />;
}
