import { useTranslation } from 'react-i18next';
import { taskViews } from '@daybook/contracts/tasks/tasks/task-views';
import { ViewSwitch } from '@daybook/shared/list/view-switch';
import { Can } from '@daybook/shared/record/can';
import { LinkButton } from '@daybook/shared/record/link-button';
import { deletedAddress } from '../../common/addresses.ts';
import styles from '../tasks.module.css';

/** The views of tasks, and the way to the deleted ones. */
export function TaskViews() {
  const { t } = useTranslation('tasks');
  return (
    <div className={styles.modes}>
      <ViewSwitch
        label={t('view.label')}
        views={taskViews}
        memory="taskView"
        nameOf={(view) => t(`view.${view}`)}
      />
      <Can do="tasks.delete">
        <LinkButton type="text" to={deletedAddress}>
          {t('deleted.title')}
        </LinkButton>
      </Can>
    </div>
  );
}
