import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import type { StaffKind, StaffMember } from '@daybook/contracts/people/staff';
import { notify } from '@daybook/shared/notify';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { useSave } from '@daybook/shared/form/use-save';
import { staff } from '../staff-kinds.ts';
import { Holding } from './holding.tsx';
import { OpenLedgers } from './open-ledgers.tsx';
import styles from './people.module.css';

interface DeactivateDialogProps {
  kind: StaffKind;
  member: StaffMember;
  onHandOver: () => void;
  onClose: () => void;
}

/** Lists the person's assignments first, because nobody would be responsible for them. */
export function DeactivateDialog({ kind, member, onHandOver, onClose }: DeactivateDialogProps) {
  const { t } = useTranslation('settings');
  const { id, version, name } = member;
  const holdings = useRead(staff[kind].holdings, { id });
  const { save } = useSave(staff[kind].deactivate);
  const run = async () => {
    await save({ id }, version);
    notify.success(t('person.deactivated', { name }));
  };
  return (
    <ConfirmDialog
      question={t('person.deactivateQuestion', { name })}
      consequence={t('person.deactivateMeans')}
      verb={t('person.deactivate')}
      run={run}
      onClose={onClose}
    >
      <ReadView of={holdings} shape="list">
        {({ rows, openLedgers }) => (
          <div className={styles.stack}>
            <OpenLedgers person={member} ledgers={openLedgers} />
            {rows.length > 0 && (
              <Alert
                type="warning"
                showIcon
                title={t('person.stillHolds', { name })}
                description={
                  <div className={styles.stack}>
                    <ul className={styles.list}>
                      {rows.map((row) => (
                        <li key={row.kind}>
                          <Holding row={row} />
                        </li>
                      ))}
                    </ul>
                    <div>
                      <Button onClick={onHandOver}>{t('handOver.first')}</Button>
                    </div>
                  </div>
                }
              />
            )}
          </div>
        )}
      </ReadView>
    </ConfirmDialog>
  );
}
