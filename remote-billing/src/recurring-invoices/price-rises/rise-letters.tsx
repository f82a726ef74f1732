import Button from 'antd/es/button';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  priceLetterStates,
  priceRises,
  type PriceLetter,
  type PriceLetterTexts,
  type PriceRise,
} from '@daybook/contracts/crm/price-rises/price-rises';
import { languageName } from '@daybook/shared/inputs/code-names';
import {
  actionsColumn,
  linkColumn,
  statusColumn,
  textColumn,
  type ColumnsOf,
} from '@daybook/shared/list/columns';
import { DataTable } from '@daybook/shared/list/data-table';
import { FilterChoice } from '@daybook/shared/list/filters';
import { ListScreen } from '@daybook/shared/list/list-screen';
import { useList } from '@daybook/shared/list/use-list';
import { useRead } from '@daybook/shared/read/use-read';
import { Can } from '@daybook/shared/record/can';
import { countText } from '@daybook/shared/record/count-text';
import type { Tone } from '@daybook/shared/record/status-tag';
import { useMay } from '@daybook/shared/session';
import { clientAddress } from '../../common/addresses.ts';
import { LetterDialog } from './letter-dialog.tsx';
import { LetterText } from './letter-text.tsx';
import { useRiseTitle } from './rise-words.tsx';

const endpoints = { list: priceRises.letters, total: priceRises.lettersTotal };

const mailTones: Record<NonNullable<PriceLetter['mail']>['status'], Tone> = {
  waiting: 'info',
  delivered: 'done',
  partial: 'overdue',
  failed: 'overdue',
};

type State = NonNullable<PriceLetter['mail']>['status'] | 'noAddress' | 'notSent';

const stateOf = ({ mail, sentTo }: PriceLetter): State =>
  mail?.status ?? (sentTo.length === 0 ? 'noAddress' : 'notSent');

function useColumns(onRead: (letter: PriceLetter) => void): ColumnsOf<typeof endpoints> {
  const { t } = useTranslation('billing');
  const mayOpenClients = useMay('clients.view');
  const mayRead = useMay('recurring_invoices.edit');
  return [
    linkColumn(
      t('field.client'),
      ({ client }) => client.label,
      ({ client }) => (mayOpenClients ? clientAddress(client.id) : null),
      { sort: 'client' },
    ),
    textColumn(t('field.entity'), ({ entity }) => entity.label, { isShort: true }),
    textColumn(t('field.docLocale'), ({ language }) => languageName(language), { isShort: true }),
    textColumn(t('rise.prices'), ({ prices }) => countText(prices), { isShort: true }),
    textColumn(t('rise.sentTo'), ({ sentTo }) => sentTo.join(', ')),
    statusColumn(t('field.status'), (letter) => {
      const state = stateOf(letter);
      return {
        tone: letter.mail ? mailTones[letter.mail.status] : state === 'noAddress' ? 'overdue' : 'draft',
        label: t(`rise.letterState.${state}`),
      };
    }),
    textColumn(t('rise.undoneSince'), ({ undone }) => (undone === 0 ? null : countText(undone)), {
      isShort: true,
    }),
    ...(mayRead
      ? [
          actionsColumn<PriceLetter>(
            t('shared:list.actions'),
            (letter) =>
              letter.state === 'open' && (
                <Button size="small" onClick={() => onRead(letter)}>
                  {t('rise.read')}
                </Button>
              ),
          ),
        ]
      : []),
  ];
}

/** The letters of a rise: who has had one, who would get one, and who has no address. */
export function RiseLetters({ rise, about }: { rise: PriceRise; about: ReactNode }) {
  const { t } = useTranslation('billing');
  const list = useList(endpoints, { id: rise.id });
  const titleOf = useRiseTitle();
  const texts = useRead(priceRises.letterTexts, { id: rise.id }).data;
  const [read, setRead] = useState<PriceLetter | null>(null);
  const columns = useColumns(setRead);
  return (
    <ListScreen
      title={titleOf(rise)}
      list={list}
      search={t('rise.searchLetters')}
      empty={t('rise.noLetters')}
      primary={
        texts && (
          <Can do="recurring_invoices.edit">
            <Send rise={rise} texts={texts} letters={list.rows} />
          </Can>
        )
      }
      about={about}
      filters={
        <FilterChoice
          list={list}
          name="state"
          label={t('field.status')}
          options={priceLetterStates.map((value) => ({ value, label: t(`rise.letterStates.${value}`) }))}
        />
      }
    >
      <DataTable label={t('rise.letters')} list={list} columns={columns} />
      {read !== null && texts && (
        <LetterText rise={rise} letter={read} texts={texts} onClose={() => setRead(null)} />
      )}
    </ListScreen>
  );
}

interface SendProps {
  rise: PriceRise;
  texts: PriceLetterTexts;
  /** Of the page: examples for the preview. */
  letters: readonly PriceLetter[];
}

function Send({ rise, texts, letters }: SendProps) {
  const { t } = useTranslation('billing');
  const [isOpen, setOpen] = useState(false);
  if (rise.status !== 'applied' || letters.every(({ state }) => state === 'sent')) return null;
  return (
    <>
      <Button type="primary" disabled={!rise.canMail} onClick={() => setOpen(true)}>
        {rise.canMail ? t('rise.send') : t('rise.noMailServer')}
      </Button>
      {isOpen && <LetterDialog rise={rise} texts={texts} letters={letters} onClose={() => setOpen(false)} />}
    </>
  );
}
