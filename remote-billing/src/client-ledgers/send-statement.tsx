import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf, OutputOf } from '@daybook/contracts/endpoint';
import { statements } from '@daybook/contracts/receivables/statements/statements';
import { useReturnFocus } from '@daybook/shared/form/use-dialog-focus';
import { fieldOf } from '@daybook/shared/form/field';
import { FormDialog } from '@daybook/shared/form/form-dialog';
import { notify } from '@daybook/shared/notify';
import { ReadView } from '@daybook/shared/read/read-view';
import { useFreshRead, useRead } from '@daybook/shared/read/use-read';
import { MailButton } from '../common/mail-button.tsx';
import { MailFields, mailValues } from '../common/mail-fields.tsx';

const Field = fieldOf(statements.send);

type Asked = InputOf<typeof statements.draft>;
type Draft = OutputOf<typeof statements.draft>;

/** Opens the mail with the statement. Without a mail server, it explains that instead. */
export function SendStatement({ asked }: { asked: Asked }) {
  const { t } = useTranslation('billing');
  const [isOpen, setOpen] = useState(false);
  const { data } = useRead(statements.draft, asked);
  return (
    <>
      <MailButton canMail={data?.canMail} onClick={() => setOpen(true)}>
        {t('statement.send')}
      </MailButton>
      {isOpen && <Dialog asked={asked} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps {
  asked: Asked;
  onClose: () => void;
}

function Dialog(props: DialogProps) {
  useReturnFocus();
  const { t } = useTranslation('billing');
  const draft = useFreshRead(statements.draft, props.asked);
  // Keeps the draft that arrives first, so that what is typed into it stays.
  const [begun, setBegun] = useState<Draft | null>(null);
  if (begun === null && draft.data !== undefined) setBegun(draft.data);
  if (begun !== null) return <Letter {...props} draft={begun} />;
  return (
    <Modal open title={t('statement.send')} footer={null} onCancel={props.onClose}>
      <ReadView of={draft}>{() => null}</ReadView>
    </Modal>
  );
}

function Letter({ asked, draft, onClose }: DialogProps & { draft: Draft }) {
  const { t } = useTranslation('billing');
  // The same id however often the form is sent, so that one mail goes out.
  const [id] = useState(() => crypto.randomUUID());
  return (
    <FormDialog
      title={t('statement.send')}
      consequence={t('statement.means')}
      endpoint={statements.send}
      initial={mailValues(draft)}
      fixed={{ id, ...asked }}
      verb={t('send.verb')}
      width={640}
      onSaved={() => {
        notify.success(t('statement.sent'));
        onClose();
      }}
      onClose={onClose}
    >
      <MailFields field={Field} contacts={draft.contacts} />
    </FormDialog>
  );
}
