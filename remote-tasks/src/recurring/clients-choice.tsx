import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InputOf } from '@daybook/contracts/endpoint';
import { moneyPermissions } from '@daybook/contracts/permissions';
import type {
  BatchClient,
  recurringTaskBatches,
} from '@daybook/contracts/tasks/recurring-tasks/recurring-task-batches';
import { useMay } from '@daybook/shared/session';
import { countText } from '@daybook/shared/record/count-text';
import { DateText } from '@daybook/shared/record/date-text';
import { MoneyInput } from '@daybook/shared/inputs/money-input';
import { StatusTag } from '@daybook/shared/record/status-tag';
import type { FieldControl } from '@daybook/shared/inputs/typed-input';
import { seriesAddress } from './addresses.ts';
import styles from './many-at-once.module.css';

type Values = Partial<InputOf<typeof recurringTaskBatches.create>>;

interface ChoiceProps extends FieldControl<string[]> {
  clients: readonly BatchClient[];
  onClear: () => void;
  id?: string;
}

const nobody: string[] = [];
/** Up to this many clients need no search field. */
const few = 8;

/** A list of clients to tick, with the first due date of each and any obstacle. */
export function ClientsChoice({ clients, onClear, value = nobody, onChange, id }: ChoiceProps) {
  const { t, i18n } = useTranslation('tasks');
  const [typed, setTyped] = useState('');
  const seesFees = useMay(...moneyPermissions);
  const isBillable = Form.useWatch<boolean | undefined>('billable') ?? false;
  if (clients.length === 0)
    return (
      <p id={id} className={styles.none}>
        {t('many.nobody')}
      </p>
    );
  const sought = typed.trim().toLocaleLowerCase(i18n.language);
  const shown = clients.filter(({ client }) =>
    client.label.toLocaleLowerCase(i18n.language).includes(sought),
  );
  const open = shown.filter(({ isActive }) => isActive).map(({ client }) => client.id);
  const ticked = open.filter((one) => value.includes(one)).length;
  const tick = (ids: readonly string[], isOn: boolean) =>
    onChange?.([...value.filter((one) => !ids.includes(one)), ...(isOn ? ids : [])]);
  return (
    <div id={id} className={styles.choice}>
      <div className={styles.tools}>
        <Checkbox
          checked={ticked > 0 && ticked === open.length}
          indeterminate={ticked > 0 && ticked < open.length}
          disabled={open.length === 0}
          onChange={({ target }) => tick(open, target.checked)}
        >
          {t(sought === '' ? 'many.all' : 'many.allShown')}
        </Checkbox>
        {clients.length > few && (
          <Input
            allowClear
            className={styles.search ?? ''}
            aria-label={t('many.filter')}
            placeholder={t('many.filter')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={(event) => event.preventDefault()}
          />
        )}
        <output>
          {t('many.chosen', {
            count: value.length,
            shown: countText(value.length),
            of: countText(clients.length),
          })}
        </output>
        <Button type="link" onClick={onClear}>
          {t('many.clear')}
        </Button>
      </div>
      <ul className={styles.rows} aria-label={t('many.clients')}>
        {shown.map((one) => (
          <li key={one.client.id} className={`${styles.row} ${styles.line}`}>
            <Checkbox
              disabled={!one.isActive}
              checked={value.includes(one.client.id)}
              onChange={({ target }) => tick([one.client.id], target.checked)}
            >
              <bdi>{one.client.label}</bdi>
            </Checkbox>
            <Standing of={one} />
            {seesFees && isBillable && <ClientFee of={one} isOn={value.includes(one.client.id)} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Standing({ of: { isActive, present, nextDue, missed } }: { of: BatchClient }) {
  const { t } = useTranslation('tasks');
  return (
    <span className={styles.standing}>
      {!isActive && <StatusTag tone="overdue">{t('many.inactive')}</StatusTag>}
      {present !== null && (
        <>
          <StatusTag tone="waiting">{t('many.present')}</StatusTag>{' '}
          <Link to={seriesAddress(present.id)} target="_blank">
            <bdi>{present.label}</bdi>
          </Link>
        </>
      )}
      {missed.length > 0 && <span className={styles.quiet}>{t('many.past', { count: missed.length })}</span>}
      <span>
        {nextDue === null ? (
          t('many.neverDue')
        ) : (
          <>
            {t('many.firstDue')} <DateText date={nextDue} />
          </>
        )}
      </span>
    </span>
  );
}

/** The client's fee: the usual one until somebody types another. Its currency is the billing entity's. */
function ClientFee({ of: { client, entity, currency, fee }, isOn }: { of: BatchClient; isOn: boolean }) {
  const { t } = useTranslation('tasks');
  const form = Form.useFormInstance<Values>();
  const fees = Form.useWatch<Values['fees']>('fees', { form, preserve: true }) ?? [];
  const typed = fees.find(({ clientId }) => clientId === client.id)?.fee;
  const value = typed ?? fee ?? null;
  const put = (next: number | string | null) => {
    const others = fees.filter(({ clientId }) => clientId !== client.id);
    // Unreadable text stays unchanged, so that the form refuses it.
    form.setFieldsValue({
      fees: next === null ? others : [...others, { clientId: client.id, fee: next as number }],
    });
  };
  return (
    <span className={styles.fee}>
      <bdi className={styles.quiet}>{entity.label}</bdi>
      {value === null && isOn && <StatusTag tone="overdue">{t('many.priceMissing')}</StatusTag>}
      <MoneyInput
        aria-label={t('many.feeOf', { name: client.label })}
        currency={currency}
        value={value}
        disabled={!isOn}
        onChange={put}
      />
    </span>
  );
}
