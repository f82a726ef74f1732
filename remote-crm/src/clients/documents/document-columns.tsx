import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import type {
  ClientDocumentRow,
  clientDocuments,
} from '@daybook/contracts/crm/client-documents/client-documents';
import { addDays } from '@daybook/contracts/plain-date';
import {
  dateColumn,
  linkColumn,
  statusColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import type { Tone } from '@daybook/shared/record/status-tag';
import { today } from '@daybook/shared/today';
import { clientAddress } from '../../addresses.ts';

/** How many days before its last day a document without a notice counts as expiring. */
const usualNotice = 30;

type Dated = Pick<ClientDocumentRow, 'validTo' | 'returnedOn' | 'noticeDays'>;

/** What a person has to know about a document at a glance. */
export function useDocumentStatus() {
  const { t } = useTranslation('crm');
  return ({ validTo, returnedOn, noticeDays }: Dated): { tone: Tone; label: string } => {
    if (returnedOn !== null) return { tone: 'draft', label: t('document.returned') };
    if (validTo === null) return { tone: 'done', label: t('document.unlimited') };
    if (validTo < today()) return { tone: 'overdue', label: t('document.expired') };
    if (validTo <= addDays(today(), noticeDays ?? usualNotice))
      return { tone: 'waiting', label: t('document.expiring') };
    return { tone: 'done', label: t('document.valid') };
  };
}

/** `ofOne`: the documents of one client, which then needs no column. */
export function useDocumentColumns(
  open: (id: string) => void,
  ofOne = false,
): ColumnsOf<typeof clientDocuments> {
  const { t } = useTranslation('crm');
  const statusOf = useDocumentStatus();
  const ofClient: ColumnsOf<typeof clientDocuments> = [
    linkColumn(
      t('document.client'),
      (row) => row.client.label,
      (row) => `${clientAddress(row.client.id)}?tab=documents`,
    ),
  ];
  return [
    {
      title: t('document.kind'),
      isHeading: true,
      render: ({ id, kind, title }) => (
        <Button type="link" size="small" onClick={() => open(id)}>
          <bdi>{[t(`documentKind.${kind}`), title].filter(Boolean).join(' · ')}</bdi>
        </Button>
      ),
    },
    ...(ofOne ? [] : ofClient.map((column) => ({ ...column, isHeading: false }))),
    textColumn(t('document.number'), (row) => row.number, { name: 'number' }),
    textColumn(t('document.holder'), (row) => row.holder, { name: 'holder' }),
    dateColumn(t('document.validTo'), (row) => row.validTo, { sort: 'validTo' }),
    statusColumn(t('document.status'), statusOf),
    textColumn(t('document.originalAt'), (row) => row.originalAt, { name: 'originalAt', isHidden: true }),
    ...(ofOne
      ? []
      : [
          textColumn(t('client.crm'), (row: ClientDocumentRow) => row.crm.label, {
            isShort: true,
            name: 'crm',
          }),
        ]),
    dateColumn(t('document.validFrom'), (row) => row.validFrom, { name: 'validFrom', isHidden: true }),
    dateColumn(t('document.receivedOn'), (row) => row.receivedOn, { name: 'receivedOn', isHidden: true }),
    dateColumn(t('document.returnedOn'), (row) => row.returnedOn, { name: 'returnedOn', isHidden: true }),
  ];
}
