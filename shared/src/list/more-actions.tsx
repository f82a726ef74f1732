import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined';
import Button from 'antd/es/button';
import Dropdown from 'antd/es/dropdown';
import { useTranslation } from 'react-i18next';

export interface MoreAction {
  key: string;
  label: string;
  begin: () => void;
  /** Set if the action changes nothing. */
  isHarmless?: true;
}

/** Rare actions, and those that delete a record or reverse a step, behind one button at the end, where they are not clicked by mistake. */
export function MoreActions({ actions }: { actions: readonly MoreAction[] }) {
  const { t } = useTranslation('shared');
  if (actions.length === 0) return null;
  const items = actions.map(({ key, label, begin, isHarmless }) => ({
    key,
    label,
    danger: !isHarmless,
    onClick: begin,
  }));
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button icon={<MoreOutlined />} aria-label={t('moreActions')} />
    </Dropdown>
  );
}
