import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { enquiries, type Duplicate } from '@daybook/contracts/crm/enquiries/enquiries';
import { enquiryStatuses, isLiveEnquiry } from '@daybook/contracts/crm/enquiries/enquiry-machine';
import { Email, Phone } from '@daybook/contracts/fields';
import { usePause } from '@daybook/shared/inputs/use-pause';
import { useRead } from '@daybook/shared/read/use-read';
import { clientAddress, enquiryAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import { CallBackDialog } from './call-back-dialog.tsx';

type Typed = string | null | undefined;

interface Asked {
  email?: Typed;
  phone?: Typed;
  taxId?: Typed;
  name?: Typed;
  company?: Typed;
  /** The enquiry itself, which is not its own duplicate. */
  exceptId?: string | undefined;
}

/** A shorter text says nothing about who it is. */
const leastLetters = 3;

const long = (text: Typed): string | undefined => {
  const typed = text?.trim() ?? '';
  return typed.length < leastLetters ? undefined : typed;
};

/**
 * Clients and enquiries with the same e-mail address, telephone or tax number, or with a similar name. Requested once one of
 * them is valid.
 */
export function useDuplicates({ exceptId, ...asked }: Asked): readonly Duplicate[] {
  const wanted = usePause(
    JSON.stringify({
      email: Email.safeParse(asked.email).data,
      phone: Phone.safeParse(asked.phone).data,
      taxId: long(asked.taxId),
      name: long(asked.name),
      company: long(asked.company),
    }),
  );
  const given = JSON.parse(wanted) as Record<string, string>;
  const isAsked = Object.keys(given).length > 0;
  const { data } = useRead(
    enquiries.duplicates,
    isAsked ? { ...given, ...(exceptId !== undefined && { exceptId }) } : null,
  );
  return (isAsked && data) || [];
}

interface DuplicateHintsProps {
  duplicates: readonly Duplicate[];
  /** What was typed, if a call-back may be added to an open enquiry instead. */
  callBack?: () => string;
}

const isOpenEnquiry = ({ kind, status }: Duplicate): boolean =>
  kind === 'enquiry' && enquiryStatuses.some((one) => one === status && isLiveEnquiry(one));

/** A repeated enquiry is only a hint and does not prevent saving. */
export function DuplicateHints({ duplicates, callBack }: DuplicateHintsProps) {
  const { t } = useTranslation('crm');
  const [added, setAdded] = useState<Duplicate | null>(null);
  if (duplicates.length === 0) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        className={styles.hint ?? ''}
        title={t('duplicate.title')}
        description={
          <ul className={styles.list} aria-label={t('duplicate.title')}>
            {duplicates.map((one) => (
              <li key={one.id}>
                <Link to={one.kind === 'client' ? clientAddress(one.id) : enquiryAddress(one.id)}>
                  <bdi>
                    {one.code} {one.label}
                  </bdi>
                </Link>{' '}
                <span className={styles.aside}>{t(`duplicate.${one.kind}By_${one.by}`)}</span>{' '}
                {callBack !== undefined && isOpenEnquiry(one) && (
                  <Button size="small" onClick={() => setAdded(one)}>
                    {t('callBack.action')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        }
      />
      {added !== null && callBack !== undefined && (
        <CallBackDialog enquiry={added} note={callBack()} onClose={() => setAdded(null)} />
      )}
    </>
  );
}
