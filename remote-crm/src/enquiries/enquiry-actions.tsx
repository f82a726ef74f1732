import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { enquiries, type Enquiry } from '@daybook/contracts/crm/enquiries/enquiries';
import { notify } from '@daybook/shared/notify';
import { useMay } from '@daybook/shared/session';
import { ConfirmDialog } from '@daybook/shared/form/confirm';
import { MoreActions } from '@daybook/shared/list/more-actions';
import { useSave } from '@daybook/shared/form/use-save';
import { enquiriesAddress } from '../addresses.ts';
import { MergeDialog } from './merge-dialog.tsx';

/** Merging and deleting. A won enquiry stays, because a client was created from it. */
export function EnquiryActions({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation('crm');
  const navigate = useNavigate();
  const { save } = useSave(enquiries.remove);
  const mayRemove = useMay('enquiries.delete');
  const mayMerge = useMay('enquiries.edit') && enquiry.erasedAt === null;
  const [asked, setAsked] = useState<'merge' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const { id, no, version, status } = enquiry;
  const actions = [
    ...(mayMerge ? [{ key: 'merge', label: t('merge.action'), begin: () => setAsked('merge') }] : []),
    ...(mayRemove && status !== 'won'
      ? [{ key: 'remove', label: t('action.remove'), begin: () => setAsked('remove') }]
      : []),
  ];
  const run = async () => {
    await save({ id }, version);
    notify.success(t('remove.done', { name: no }));
    await navigate(enquiriesAddress);
  };
  return (
    <>
      <MoreActions actions={actions} />
      {asked === 'merge' && <MergeDialog enquiry={enquiry} onClose={close} />}
      {asked === 'remove' && (
        <ConfirmDialog
          question={t('remove.question', { name: no })}
          consequence={t('enquiry.removeMeans')}
          verb={t('action.remove')}
          run={run}
          onClose={close}
        />
      )}
    </>
  );
}
