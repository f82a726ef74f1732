import { Fragment } from 'react';
import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';
import { modifierKey } from '../layout/use-shell-keys.ts';
import css from './palette.module.css';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** The list of keyboard shortcuts, opened with `?`. */
export default function KeysDialog({ isOpen, onClose }: Props) {
  const { t } = useTranslation('personal');
  const modifier = modifierKey();
  const keys = [
    [[modifier, 'K'], t('keys.search')],
    [['?'], t('keys.help')],
    [['Enter'], t('keys.submit')],
    [[modifier, 'Enter'], t('keys.save')],
    [['Esc'], t('keys.leave')],
    [['Enter'], t('keys.nextLine')],
    [[modifier, 'Shift', 'Backspace'], t('keys.removeLine')],
    [['↑', '↓'], t('keys.move')],
    [['J', 'K'], t('keys.debtors')],
    [['/'], t('keys.debtorSearch')],
    [['T'], t('keys.debtorTabs')],
    [['N'], t('keys.noAnswer')],
    [['L'], t('keys.logContact')],
    [['P'], t('keys.promise')],
    [['D'], t('keys.dispute')],
    [['E'], t('keys.endDispute')],
    [['U'], t('keys.pause')],
    [['H'], t('keys.handOn')],
    [['R'], t('keys.remind')],
    [['C'], t('keys.receipt')],
    [['S'], t('keys.statement')],
    [['G'], t('keys.ledger')],
  ] as const;
  return (
    <Modal open={isOpen} onCancel={onClose} title={t('keys.title')} footer={null} destroyOnHidden>
      <dl className={css.keys}>
        {keys.map(([combination, meaning]) => (
          <Fragment key={meaning}>
            <dt dir="ltr">
              {combination.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}
