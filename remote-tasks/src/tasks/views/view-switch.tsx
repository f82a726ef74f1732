import Segmented from 'antd/es/segmented';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { taskViews, type TaskView } from '@daybook/contracts/tasks/tasks/task-views';
import { changeTheme, store, themeAtom } from '@daybook/shared/session';
import { Can } from '@daybook/shared/record/can';
import { LinkButton } from '@daybook/shared/record/link-button';
import { deletedAddress } from '../../common/addresses.ts';
import styles from '../tasks.module.css';

const rememberedView = (): TaskView => store.get(themeAtom).taskView ?? 'list';

/**
 * The view that an address names. An address without any parameters opens the person's remembered view. An address with filters
 * only opens the list, because figures elsewhere link to it.
 */
export function viewOf(params: URLSearchParams): TaskView {
  const asked = params.get('view');
  if (asked === null) return params.size === 0 ? rememberedView() : 'list';
  return taskViews.find((view) => view === asked) ?? 'list';
}

/** Switches between the views of tasks. Search and filters stay, and the choice is remembered for the person. */
export function ViewSwitch() {
  const { t } = useTranslation('tasks');
  const [params, setParams] = useSearchParams();
  const choose = (view: TaskView) => {
    changeTheme({ taskView: view });
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.delete('cursor');
      next.set('view', view);
      if (view === 'list') next.delete('view');
      return next;
    });
  };
  return (
    <div className={styles.modes}>
      <Segmented<TaskView>
        aria-label={t('view.label')}
        value={viewOf(params)}
        options={taskViews.map((value) => ({ value, label: t(`view.${value}`) }))}
        onChange={choose}
      />
      <Can do="tasks.delete">
        <LinkButton type="text" to={deletedAddress}>
          {t('deleted.title')}
        </LinkButton>
      </Can>
    </div>
  );
}
