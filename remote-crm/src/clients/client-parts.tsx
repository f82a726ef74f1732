import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { contactMails } from '@daybook/contracts/crm/clients/clients';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { regionName } from '@daybook/contracts/regions';
import { countryName } from '@daybook/shared/inputs/code-names';
import { RecordSection } from '@daybook/shared/record/record-screen';
import { RefusedMail } from '@daybook/shared/record/refused-addresses';
import { contactAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import { useClientNames } from './client-names.ts';

export function ClientContacts({ client: { contacts, contactFacts } }: { client: Client }) {
  const { t } = useTranslation('crm');
  return (
    <RecordSection title={t('section.contacts')}>
      {contacts.length === 0 && <span className={styles.aside}>{t('contact.none')}</span>}
      <ul className={styles.list} aria-label={t('section.contacts')}>
        {contacts.map(({ id, name, email, phone, roles, position, ...mails }) => (
          <li key={id}>
            <div className={styles.row}>
              <strong>
                <Link to={contactAddress(id)}>
                  <bdi>{name}</bdi>
                </Link>
              </strong>
              <span className={styles.aside}>{roles.map((role) => t(`contactRole.${role}`)).join(', ')}</span>
            </div>
            {position !== null && (
              <div className={styles.aside}>
                <bdi>{position}</bdi>
              </div>
            )}
            {email !== null && (
              <div>
                <a href={`mailto:${email}`} dir="ltr">
                  {email}
                </a>
              </div>
            )}
            {phone !== null && (
              <div>
                <a href={`tel:${phone}`} dir="ltr">
                  {phone}
                </a>
              </div>
            )}
            {contactMails.map(
              (mail) =>
                mails[mail] !== null && (
                  <div key={mail} className={styles.aside}>
                    {t(`contact.${mail}`)}: {t(`contactSend.${mails[mail]}`)}
                  </div>
                ),
            )}
            {contactFacts
              .filter((facts) => facts.id === id)
              .map((facts) => (
                <Beyond key={id} facts={facts} />
              ))}
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}

/** A refused address, and the other clients of the person. */
function Beyond({ facts: { refused, clients, others } }: { facts: Client['contactFacts'][number] }) {
  const { t } = useTranslation('crm');
  const clientNames = useClientNames();
  return (
    <>
      {refused !== null && <RefusedMail refused={refused} />}
      {clients.length + others > 0 && (
        <div className={styles.aside}>
          {t('contact.alsoAt', { clients: clientNames({ clients, others }) })}
        </div>
      )}
    </>
  );
}

export function ClientAddresses({ client: { addresses } }: { client: Client }) {
  const { t } = useTranslation('crm');
  return (
    <RecordSection title={t('section.addresses')}>
      {addresses.length === 0 && <span className={styles.aside}>{t('address.none')}</span>}
      <ul className={styles.list} aria-label={t('section.addresses')}>
        {addresses.map((address) => (
          <li key={[address.kind, address.line1, address.postal].join('|')}>
            <div className={styles.aside}>{t(`addressKind.${address.kind}`)}</div>
            <address className={styles.address}>
              {[
                address.line1,
                address.line2,
                [address.postal, address.city].filter(Boolean).join(' '),
                [address.regionCode && regionName(address.regionCode), countryName(address.country)]
                  .filter(Boolean)
                  .join(', '),
              ]
                .filter(Boolean)
                .map((line) => (
                  <div key={line}>
                    <bdi>{line}</bdi>
                  </div>
                ))}
            </address>
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}
