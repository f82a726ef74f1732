import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { enquiries, type Duplicate } from '@daybook/contracts/crm/enquiries/enquiries';
import { Email, Phone } from '@daybook/contracts/fields';
import { usePause } from '@daybook/shared/inputs/use-pause';
import { useRead } from '@daybook/shared/read/use-read';
import { clientAddress, enquiryAddress } from '../addresses.ts';
import styles from '../crm.module.css';

interface Asked {
  email?: string | null | undefined;
  phone?: string | null | undefined;
  /** The enquiry itself, which is not its own duplicate. */
  exceptId?: string | undefined;
}

/** Clients and enquiries with the same e-mail address or telephone number. Requested once one of the two is valid. */
export function useDuplicates({ email, phone, exceptId }: Asked): readonly Duplicate[] {
  const wanted = usePause(JSON.stringify([Email.safeParse(email).data, Phone.safeParse(phone).data]));
  const [mail, call] = JSON.parse(wanted) as [string | null, string | null];
  const input = {
    ...(mail !== null && { email: mail }),
    ...(call !== null && { phone: call }),
    ...(exceptId !== undefined && { exceptId }),
  };
  const isAsked = mail !== null || call !== null;
  const { data } = useRead(enquiries.duplicates, isAsked ? input : null);
  return (isAsked && data) || [];
}

/** A repeated enquiry is only a hint and does not prevent saving. */
export function DuplicateHints({ duplicates }: { duplicates: readonly Duplicate[] }) {
  const { t } = useTranslation('crm');
  if (duplicates.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className={styles.hint ?? ''}
      title={t('duplicate.title')}
      description={
        <ul className={styles.list} aria-label={t('duplicate.title')}>
          {duplicates.map(({ kind, id, code, label, by }) => (
            <li key={id}>
              <Link to={kind === 'client' ? clientAddress(id) : enquiryAddress(id)}>
                <bdi>
                  {code} {label}
                </bdi>
              </Link>{' '}
              <span className={styles.aside}>{t(`duplicate.${kind}By_${by}`)}</span>
            </li>
          ))}
        </ul>
      }
    />
  );
}
