import Checkbox from 'antd/es/checkbox';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Holdings, StaffKind, StaffMember } from '@daybook/contracts/people/staff';
import type { LookupKind } from '@daybook/contracts/lookups';
import { notify } from '@daybook/shared/notify';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { Lookup } from '@daybook/shared/inputs/lookup';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { staff } from '../staff-kinds.ts';
import { Holding } from './holding.tsx';
import { OpenLedgers } from './open-ledgers.tsx';
import styles from './people.module.css';

type HoldingKind = Holdings['rows'][number]['kind'];

/** Kinds of assignment that only certain people can receive. */
const receivers: Partial<Record<HoldingKind, LookupKind>> = {
  clientsAsCrm: 'crm',
  clientsAsManager: 'manager',
  clientsAsExecutive: 'executive',
};

function receiversOf(kinds: readonly HoldingKind[]): LookupKind {
  const [only, ...others] = kinds.flatMap((kind) => receivers[kind] ?? []);
  return only === undefined || others.length > 0 ? 'person' : only;
}

interface ReceiverProps {
  kinds: readonly HoldingKind[];
  without: string;
  value: string | null;
  onChange: (id: string | null) => void;
}

function ReceiverField({ kinds, ...rest }: ReceiverProps) {
  const { t } = useTranslation('settings');
  const labelled = useId();
  return (
    <div>
      <label htmlFor={labelled}>{t('handOver.to')}</label>
      <div className={styles.wide}>
        <Lookup id={labelled} kind={receiversOf(kinds)} {...rest} />
      </div>
      <span className={styles.aside}>{t('handOver.toHint')}</span>
    </div>
  );
}

/** Hands over a person's assignments to a colleague: all of them, except those that are left out. */
export function HandOverDialog(props: { kind: StaffKind; member: StaffMember; onClose: () => void }) {
  const { kind, member, onClose } = props;
  const { t } = useTranslation('settings');
  const { name, id } = member;
  const holdings = useRead(staff[kind].holdings, { id });
  const { save } = useSave(staff[kind].transfer);
  const [kept, setKept] = useState<readonly HoldingKind[]>([]);
  const [toId, setToId] = useState<string | null>(null);
  const held = holdings.data?.rows ?? [];
  const kinds = held.map((row) => row.kind).filter((one) => !kept.includes(one));
  const isNothing = holdings.data !== undefined && held.length === 0;
  const run = async () => {
    const { moved } = await save({ id, toId: toId ?? '', kinds });
    notify.success(t('handOver.done', { count: moved }));
  };
  return (
    <ConfirmDialog
      isDangerous={false}
      isReady={toId !== null && kinds.length > 0}
      question={t('handOver.question', { name })}
      consequence={isNothing ? t('handOver.nothing', { name }) : t('handOver.explanation')}
      verb={t('handOver.verb')}
      run={run}
      onClose={onClose}
    >
      <ReadView of={holdings} shape="list">
        {({ rows, openLedgers }) => (
          <div className={styles.stack}>
            <OpenLedgers person={member} ledgers={openLedgers} />
            {rows.length > 0 && (
              <>
                <ul className={styles.list} aria-label={t('handOver.what')}>
                  {rows.map((row) => (
                    <li key={row.kind}>
                      <Checkbox
                        checked={!kept.includes(row.kind)}
                        onChange={({ target }) =>
                          setKept(
                            target.checked ? kept.filter((one) => one !== row.kind) : [...kept, row.kind],
                          )
                        }
                      >
                        <Holding row={row} />
                      </Checkbox>
                    </li>
                  ))}
                </ul>
                <ReceiverField kinds={kinds} without={id} value={toId} onChange={setToId} />
              </>
            )}
          </div>
        )}
      </ReadView>
    </ConfirmDialog>
  );
}
