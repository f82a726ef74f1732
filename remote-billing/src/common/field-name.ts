import { useTranslation } from 'react-i18next';

/** The label of a faulty field of an invoice, such as `lines.0.taxCodeId` or `clientId`. */
export function useFieldName(): (field: string) => string {
  const { t, i18n } = useTranslation('billing');
  return (field) => {
    const [, row, part] = /^lines\.(\d+)\.(\w+)$/.exec(field) ?? [];
    const key = `field.${field.replace(/Id$/, '')}`;
    if (row === undefined) return t(i18n.exists(`billing:${key}`) ? key : 'group.document');
    return `${t('lines.line', { no: Number(row) + 1 })}, ${t(`line.${part}`)}`;
  };
}
