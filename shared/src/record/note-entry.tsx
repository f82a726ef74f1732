import Button from 'antd/es/button';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnedNote } from '@daybook/contracts/notes';
import { notify } from '@daybook/shared/notify';
import { ConfirmButton } from '../form/confirm.tsx';
import { InstantText } from './date-text.tsx';
import { StatusTag } from './status-tag.tsx';
import styles from './notes.module.css';

interface NoteEntryProps {
  note: OwnedNote;
  /** The text as it is shown; the plain text by default. */
  body?: ReactNode;
  /** Who reads it, if not everyone. */
  level: string | null;
  /** What stands beside the author’s own actions. */
  actions?: ReactNode;
  takeBack: () => Promise<unknown>;
  /** The form in which the author edits it; `close` leaves the form. */
  children: (close: () => void) => ReactNode;
}

/** A note with its author and time. Its author can edit and withdraw it. */
export function NoteEntry({ note, body, level, actions, takeBack, children }: NoteEntryProps) {
  const { t } = useTranslation('shared');
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return children(() => setEditing(false));
  const isGone = note.withdrawnAt !== null;
  return (
    <>
      {isGone ? (
        <em className={styles.aside}>{t('note.takenBack')}</em>
      ) : (
        (body ?? <NoteText body={note.body} />)
      )}
      <div className={styles.said}>
        <span className={styles.aside}>
          <bdi>{note.by}</bdi> · <InstantText at={note.at} />
          {note.editedAt !== null && !isGone && <> · {t('note.edited')}</>}
        </span>
        {level !== null && <StatusTag tone="waiting">{level}</StatusTag>}
        {!isGone && (
          <span>
            {actions}
            {note.isOwn && <Own edit={() => setEditing(true)} takeBack={takeBack} />}
          </span>
        )}
      </div>
    </>
  );
}

export function NoteText({ body }: { body: string }) {
  return (
    <p className={styles.written}>
      <bdi>{body}</bdi>
    </p>
  );
}

function Own({ edit, takeBack }: { edit: () => void; takeBack: () => Promise<unknown> }) {
  const { t } = useTranslation('shared');
  return (
    <>
      <Button type="link" size="small" onClick={edit}>
        {t('note.edit')}
      </Button>
      <ConfirmButton
        type="link"
        size="small"
        question={t('note.takeBackQuestion')}
        consequence={t('note.takeBackMeans')}
        verb={t('note.takeBack')}
        run={async () => {
          await takeBack();
          notify.success(t('note.takenBack'));
        }}
      >
        {t('note.takeBack')}
      </ConfirmButton>
    </>
  );
}
