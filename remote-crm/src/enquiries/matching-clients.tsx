import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MatchingClient } from '@daybook/contracts/crm/enquiries/conversion';
import { enquiries } from '@daybook/contracts/crm/enquiries/enquiries';
import { useMay } from '@daybook/shared/session';
import { usePause } from '@daybook/shared/inputs/use-pause';
import { useRead } from '@daybook/shared/read/use-read';
import { clientAddress } from '../addresses.ts';
import styles from '../crm.module.css';
import { TaxNumber } from './tax-number.tsx';

interface MatchingClientsProps {
  enquiryId: string;
  onChoose: (clientId: string) => void;
}

/** Clients that the enquiry may be from: by its contact details, the name that is typed for the client, or a tax number. */
export function MatchingClients({ enquiryId, onChoose }: MatchingClientsProps) {
  const { t } = useTranslation('crm');
  const mayOpenClient = useMay('clients.view');
  const taxId = Form.useWatch<string | null | undefined>('taxId');
  const name = Form.useWatch<string | undefined>(['client', 'name']);
  const wanted = usePause(JSON.stringify([name ?? '', taxId ?? '']));
  const [named, numbered] = JSON.parse(wanted) as [string, string];
  const { data } = useRead(enquiries.matchingClients, { id: enquiryId, name: named, taxId: numbered });
  // The last matches stay until the next ones arrive, so that nothing moves under the pointer.
  const [matches, setMatches] = useState<readonly MatchingClient[]>([]);
  if (data !== undefined && data !== matches) setMatches(data);
  return (
    <>
      <TaxNumber />
      {matches.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className={styles.hint ?? ''}
          title={t('convert.matches')}
          description={
            <ul className={styles.list} aria-label={t('convert.matches')}>
              {matches.map(({ id, code, label, by }) => (
                <li key={id} className={styles.row}>
                  <span>
                    {mayOpenClient ? (
                      <Link to={clientAddress(id)} target="_blank">
                        <bdi>{`${code} ${label}`}</bdi>
                      </Link>
                    ) : (
                      <bdi>{`${code} ${label}`}</bdi>
                    )}{' '}
                    <span className={styles.aside}>
                      {by.map((one) => t(`convert.by.${one}`)).join(' · ')}
                    </span>
                  </span>
                  <Button size="small" aria-label={t('convert.useOf', { code })} onClick={() => onChoose(id)}>
                    {t('convert.use')}
                  </Button>
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  );
}
