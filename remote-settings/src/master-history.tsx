import { useTranslation } from 'react-i18next';
import type { HistoryKind } from '@daybook/contracts/history';
import { RecordHistory } from '@daybook/shared/history/history';

interface MasterHistoryProps {
  kind: HistoryKind;
  id: string;
  /** The text of each field of the record, as its form calls it. */
  fields: Readonly<Record<string, string>>;
  /** The texts of the codes of a field. */
  codes?: Readonly<Record<string, string>>;
}

const noCodes: Readonly<Record<string, string>> = {};

/** The history of a plain master: who changed which field. */
export function MasterHistory({ kind, id, fields, codes = noCodes }: MasterHistoryProps) {
  const { t } = useTranslation('settings');
  const words = {
    field: (name: string) => {
      const key = fields[name];
      return key === undefined ? null : t(key);
    },
    value: (name: string, code: string) => {
      const group = codes[name];
      return group === undefined ? null : t(`${group}.${code}`, { defaultValue: code });
    },
    status: (status: string) => status,
  };
  return <RecordHistory kind={kind} id={id} words={words} />;
}
