import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientErasure } from '@daybook/contracts/crm/clients/client-erasure';
import type { ErasurePreview } from '@daybook/contracts/crm/clients/client-erasure';
import type { Client } from '@daybook/contracts/crm/clients/clients';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { useSave } from '@daybook/shared/form/use-save';
import { notify } from '@daybook/shared/notify';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { DateText } from '@daybook/shared/record/date-text';
import { LongText } from '@daybook/shared/inputs/long-text';
import styles from '../crm.module.css';

/** Shows what an erasure removes and what the law keeps, then asks for the reason and the client's code. */
export function EraseDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation('crm');
  const preview = useRead(clientErasure.preview, { id: client.id });
  const { save } = useSave(clientErasure.erase);
  const [reason, setReason] = useState('');
  const known = preview.data;
  const isSettled = known !== undefined && known.obstacles.length === 0;
  const run = async () => {
    const version = known?.version ?? client.version;
    await save({ id: client.id, code: client.code, reason: reason.trim() }, version);
    notify.success(t('erase.done', { name: client.name }));
  };
  return (
    <ConfirmDialog
      question={t('erase.question', { name: client.name })}
      consequence={t('erase.consequence')}
      verb={t('erase.verb')}
      {...(isSettled && { typedWord: client.code })}
      isReady={isSettled && reason.trim() !== ''}
      run={run}
      onClose={onClose}
    >
      <ReadView of={preview} shape="list">
        {(shown) => (shown.obstacles.length > 0 ? <Obstacles of={shown} /> : <WhatHappens of={shown} />)}
      </ReadView>
      {isSettled && (
        <label className={styles.stack}>
          {t('erase.reason')}
          <LongText
            required
            maxLength={500}
            rows={[2, 6]}
            value={reason}
            data-unsaved={reason.trim() !== ''}
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
      )}
    </ConfirmDialog>
  );
}

function Obstacles({ of: { obstacles } }: { of: ErasurePreview }) {
  const { t } = useTranslation('crm');
  return (
    <Counts
      title={t('erase.open')}
      lines={obstacles.map(({ kind, count }) => t(`erase.obstacle.${kind}`, { count }))}
    />
  );
}

function WhatHappens({ of: { gone, emptied, kept, terms } }: { of: ErasurePreview }) {
  const { t } = useTranslation('crm');
  return (
    <>
      <Counts
        title={t('erase.gone')}
        lines={gone.map(({ kind, count }) => t(`erase.part.${kind}`, { count }))}
      />
      <Counts
        title={t('erase.emptied')}
        lines={emptied.map(({ kind, count }) => t(`erase.part.${kind}`, { count }))}
      />
      <Counts
        title={t('erase.kept')}
        lines={[...kept.map(({ kind, count }) => t(`erase.part.${kind}`, { count })), t('erase.audit')]}
      />
      {terms.map(({ entity, years, lastOn }) => (
        <p key={entity.id}>
          <bdi>{entity.label}</bdi>:{' '}
          {years === null ? t('erase.termUnknown') : t('erase.term', { count: years })} {t('erase.lastOn')}{' '}
          <DateText date={lastOn} />
        </p>
      ))}
    </>
  );
}

function Counts({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <p>{title}</p>
      <ul aria-label={title}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
