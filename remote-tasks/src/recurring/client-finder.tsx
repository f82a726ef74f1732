import Button from 'antd/es/button';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '@daybook/contracts/endpoint';
import { taxTreatments } from '@daybook/contracts/crm/clients/tax-treatments';
import { TaxScheme } from '@daybook/contracts/identifiers/tax-scheme';
import type { recurringTaskBatches } from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import { Lookup } from '@daybook/shared/inputs/lookup';
import styles from './many-at-once.module.css';

export type Wanted = Pick<InputOf<typeof recurringTaskBatches.preview>, 'clientIds' | 'found'>;

const ways = ['client', 'group', 'department', 'entity', 'taxTreatment', 'scheme', 'tag', 'all'] as const;
type Way = (typeof ways)[number];

interface FinderProps {
  /** False until the form has a category and a schedule. */
  isReady: boolean;
  onFind: (wanted: Wanted) => Promise<void>;
}

/** Adds clients to the list: one by name, all with a common group, department, billing entity, tax treatment, registration or tag, or all clients. */
export function ClientFinder({ isReady, onFind }: FinderProps) {
  const { t } = useTranslation('tasks');
  const [way, setWay] = useState<Way>('client');
  const [isFinding, setFinding] = useState(false);
  const find = async (wanted: Wanted) => {
    setFinding(true);
    await onFind(wanted);
    setFinding(false);
  };
  return (
    <div className={styles.finder}>
      {/* The extra element is needed because antd's select renders a sibling while it has the focus. */}
      <div>
        <Select<Way>
          aria-label={t('many.addBy')}
          value={way}
          onChange={setWay}
          options={ways.map((value) => ({ value, label: t(`many.by.${value}`) }))}
        />
      </div>
      <div className={styles.picker}>
        <Picker
          way={way}
          isDisabled={!isReady || isFinding}
          isFinding={isFinding}
          find={(one) => void find(one)}
        />
      </div>
      {!isReady && <span className={styles.quiet}>{t('many.categoryFirst')}</span>}
    </div>
  );
}

interface PickerProps {
  way: Way;
  isDisabled: boolean;
  isFinding: boolean;
  find: (wanted: Wanted) => void;
}

const kinds = {
  client: 'client',
  group: 'client_group',
  department: 'department',
  entity: 'billing_entity',
} as const;
const filters = { group: 'groupId', department: 'departmentId', entity: 'entityId' } as const;
const choices = { taxTreatment: taxTreatments, scheme: TaxScheme.options };

function Picker({ way, isDisabled, isFinding, find }: PickerProps) {
  const { t } = useTranslation('tasks');
  const [tag, setTag] = useState('');
  if (way === 'all')
    return (
      <Button disabled={isDisabled} loading={isFinding} onClick={() => find({ found: { all: true } })}>
        {t('many.addAll')}
      </Button>
    );
  if (way === 'tag') {
    const add = () => {
      if (tag.trim() === '') return;
      find({ found: { tag: tag.trim() } });
      setTag('');
    };
    return (
      <span className={styles.tag}>
        <Input
          aria-label={t('many.by.tag')}
          disabled={isDisabled}
          maxLength={40}
          value={tag}
          onChange={(event) => setTag(event.target.value)}
          onPressEnter={(event) => {
            // Enter searches and must not save the form.
            event.preventDefault();
            add();
          }}
        />
        <Button disabled={isDisabled} onClick={add}>
          {t('checklist.addVerb')}
        </Button>
      </span>
    );
  }
  if (way === 'taxTreatment' || way === 'scheme')
    return (
      <Select<string>
        key={way}
        aria-label={t(`many.by.${way}`)}
        disabled={isDisabled}
        value={null}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(value) => find({ found: { [way]: value } })}
        options={choices[way].map((value) => ({
          value,
          label: way === 'scheme' ? value : t(`taxTreatment.${value}`),
        }))}
      />
    );
  const wanted = (id: string): Wanted => {
    if (way === 'client') return { clientIds: [id] };
    return { found: { [filters[way]]: id } };
  };
  return (
    <Lookup
      key={way}
      kind={kinds[way]}
      aria-label={t(`many.by.${way}`)}
      disabled={isDisabled}
      value={null}
      onChange={(id) => {
        if (id !== null) find(wanted(id));
      }}
    />
  );
}
