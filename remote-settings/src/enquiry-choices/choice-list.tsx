import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '@daybook/contracts/endpoint';
import type {
  enquirySources,
  lostReasons,
} from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { queryClient } from '@daybook/shared/query-client';
import { refusalText } from '@daybook/shared/read/refusal-text';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { AddChoice, EditChoice } from './choice-dialogs.tsx';
import styles from './choices.module.css';

/** The endpoints of either list, which are the same but for their usual entries. */
export type ChoiceEndpoints = typeof enquirySources | typeof lostReasons;
export type Choice = OutputOf<ChoiceEndpoints['list']>[number];

interface ChoiceListProps {
  title: string;
  endpoints: ChoiceEndpoints;
  choices: readonly Choice[];
  nameOf: (choice: Choice) => string;
}

/** One list: its entries in order, with what can be done with each. */
export function ChoiceList({ title, endpoints, choices, nameOf }: ChoiceListProps) {
  const { t } = useTranslation('settings');
  const [asked, setAsked] = useState<Choice | 'new' | null>(null);
  const close = () => setAsked(null);
  return (
    <RecordSection
      title={title}
      extra={
        <Button size="small" aria-label={t('choice.addTo', { list: title })} onClick={() => setAsked('new')}>
          {t('choice.add')}
        </Button>
      }
    >
      <Entries
        title={title}
        choices={choices}
        endpoints={endpoints}
        nameOf={nameOf}
        onEdit={(choice) => setAsked(choice)}
      />
      {asked === 'new' && <AddChoice title={title} endpoints={endpoints} onClose={close} />}
      {asked !== null && asked !== 'new' && (
        <EditChoice choice={asked} name={nameOf(asked)} endpoints={endpoints} onClose={close} />
      )}
    </RecordSection>
  );
}

interface EntriesProps extends ChoiceListProps {
  onEdit: (choice: Choice) => void;
}

function Entries({ title, choices, endpoints, nameOf, onEdit }: EntriesProps) {
  const { t } = useTranslation('settings');
  const { save, isSaving } = useSave(endpoints.order);
  /** Exchanges an entry with its neighbour. */
  const move = async (from: number, to: number) => {
    const ids = choices.map(({ id }) => id);
    const [moved] = ids.splice(from, 1);
    if (moved !== undefined) ids.splice(to, 0, moved);
    try {
      await save({ ids });
    } catch (error) {
      notify.failure(refusalText(error));
      // Usually somebody else has changed the list.
      await queryClient.invalidateQueries();
    }
  };
  return (
    <ol className={styles.entries} aria-label={title}>
      {choices.map((choice, index) => (
        <li key={choice.id}>
          <span className={styles.name}>
            <bdi>{nameOf(choice)}</bdi>
            {!choice.active && <StatusTag tone="draft">{t('inactive')}</StatusTag>}
          </span>
          <Button
            size="small"
            type="text"
            icon={<ArrowUpOutlined aria-hidden />}
            aria-label={t('choice.up', { name: nameOf(choice) })}
            disabled={index === 0 || isSaving}
            onClick={() => void move(index, index - 1)}
          />
          <Button
            size="small"
            type="text"
            icon={<ArrowDownOutlined aria-hidden />}
            aria-label={t('choice.down', { name: nameOf(choice) })}
            disabled={index === choices.length - 1 || isSaving}
            onClick={() => void move(index, index + 1)}
          />
          <Button
            size="small"
            aria-label={t('choice.edit', { name: nameOf(choice) })}
            onClick={() => onEdit(choice)}
          >
            {t('choice.change')}
          </Button>
        </li>
      ))}
    </ol>
  );
}
