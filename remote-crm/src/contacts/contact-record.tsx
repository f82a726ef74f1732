import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { contactMails } from '@daybook/contracts/crm/clients/clients';
import { contacts, type Contact } from '@daybook/contracts/crm/contacts/contacts';
import { RecordHistory } from '@daybook/shared/history/history';
import type { HistoryWords } from '@daybook/shared/history/history-event';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Can } from '@daybook/shared/record/can';
import { LinkButton } from '@daybook/shared/record/link-button';
import { Facts, RecordScreen, RecordSection } from '@daybook/shared/record/record-screen';
import { RefusedMail } from '@daybook/shared/record/refused-addresses';
import { StatusTag } from '@daybook/shared/record/status-tag';
import { clientAddress, editContactAddress } from '../addresses.ts';
import styles from '../crm.module.css';

function useHistoryWords(): HistoryWords {
  const { t } = useTranslation('crm');
  const names = new Map([
    ['name', t('contact.name')],
    ['email', t('contact.email')],
    ['phone', t('contact.phone')],
  ]);
  return { field: (name) => names.get(name) ?? null, status: (status) => status };
}

/** A person with their details, and what they are and are sent at each client. */
export default function ContactRecord() {
  const { id = '' } = useParams();
  const { t } = useTranslation('crm');
  const words = useHistoryWords();
  const read = useRead(contacts.open, { id });
  return (
    <ReadView of={read}>
      {(contact) => (
        <RecordScreen
          title={contact.name}
          actions={
            contact.others === 0 && (
              <Can do="clients.edit">
                <LinkButton type="primary" to={editContactAddress(id)}>
                  {t('action.edit')}
                </LinkButton>
              </Can>
            )
          }
          aside={<RecordHistory kind="contact" id={id} words={words} />}
        >
          <Reach contact={contact} />
          <Clients contact={contact} />
        </RecordScreen>
      )}
    </ReadView>
  );
}

function Reach({ contact: { email, phone, refused } }: { contact: Contact }) {
  const { t } = useTranslation('crm');
  return (
    <RecordSection title={t('contact.reach')}>
      <Facts
        facts={[
          {
            label: t('contact.email'),
            value: email !== null && (
              <a href={`mailto:${email}`} dir="ltr">
                {email}
              </a>
            ),
          },
          {
            label: t('contact.phone'),
            value: phone !== null && (
              <a href={`tel:${phone}`} dir="ltr">
                {phone}
              </a>
            ),
          },
        ]}
      />
      {refused !== null && <RefusedMail refused={refused} />}
    </RecordSection>
  );
}

function Clients({ contact: { clients, others, visible } }: { contact: Contact }) {
  const { t } = useTranslation('crm');
  const more = visible - clients.length;
  return (
    <RecordSection title={t('group.members')}>
      <ul className={styles.list} aria-label={t('group.members')}>
        {clients.map(({ id, code, label, status, roles, position, ...mails }) => (
          <li key={id}>
            <div className={styles.row}>
              <Link to={clientAddress(id)}>
                <bdi>
                  {code} {label}
                </bdi>
              </Link>
              <StatusTag tone={status === 'active' ? 'done' : 'draft'}>
                {t(`clientStatus.${status}`)}
              </StatusTag>
            </div>
            <div className={styles.aside}>
              <bdi>
                {[position, ...roles.map((role) => t(`contactRole.${role}`))].filter(Boolean).join(' · ')}
              </bdi>
            </div>
            {contactMails.map(
              (mail) =>
                mails[mail] !== null && (
                  <div key={mail} className={styles.aside}>
                    {t(`contact.${mail}`)}: {t(`contactSend.${mails[mail]}`)}
                  </div>
                ),
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.aside}>{t('contact.moreClients', { count: more })}</p>}
      {others > 0 && (
        <p className={styles.aside}>
          {t('contact.hidden', { count: others })} {t('contact.hiddenMeans')}
        </p>
      )}
    </RecordSection>
  );
}
