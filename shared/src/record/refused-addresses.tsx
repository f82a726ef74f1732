import Alert from 'antd/es/alert';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostAddresses, refusedAddresses } from '@daybook/contracts/crm/contacts/refused-addresses';
import { Email } from '@daybook/contracts/fields';
import { useRead } from '../read/use-read.tsx';
import { instantDateText } from './date-text.tsx';
import { StatusTag } from './status-tag.tsx';

/** Beside an address that a mail server refused. */
export function RefusedTag() {
  const { t } = useTranslation('shared');
  return <StatusTag tone="overdue">{t('refusedMail.tag')}</StatusTag>;
}

interface Refused {
  at: string;
  reason: string;
  subject: string | null;
}

/** When, why and for which mail an address was refused. */
export function RefusedMail({ refused: { at, reason, subject } }: { refused: Refused }) {
  const { t } = useTranslation('shared');
  return (
    <div>
      <RefusedTag /> {t('refusedMail.when', { date: instantDateText(at), reason })}
      {subject !== null && (
        <>
          {' · '}
          <bdi>{subject}</bdi>
        </>
      )}
    </div>
  );
}

/** Warns of the addresses among these, typed or proposed, that a mail server refused. */
export function RefusedAddresses({ of: addresses }: { of: readonly string[] }) {
  const { t } = useTranslation('shared');
  const valid = addresses.flatMap((address) => Email.safeParse(address).data ?? []);
  const asked = [...new Set(valid)].toSorted().slice(0, mostAddresses);
  const { data } = useRead(refusedAddresses.find, asked.length === 0 ? null : { addresses: asked });
  // Keeps the last answer while the next one is under way, so that the warning does not flicker as somebody types.
  const [latest, setLatest] = useState(data);
  if (data !== undefined && data !== latest) setLatest(data);
  const refused = (latest ?? []).filter(({ address }) => asked.includes(address));
  if (refused.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('refusedMail.title')}
      description={
        <ul aria-label={t('refusedMail.title')}>
          {refused.map(({ address, at, reason }) => (
            <li key={address}>
              <bdi dir="ltr">{address}</bdi> – {t('refusedMail.when', { date: instantDateText(at), reason })}
            </li>
          ))}
        </ul>
      }
    />
  );
}
