import { useMemo } from 'react';
import Alert from 'antd/es/alert';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import {
  firmNotifications,
  notificationGroups,
  type NotificationChoice,
  type NotificationGroup,
} from '@daybook/contracts/notification-settings';
import { timezones } from '@daybook/contracts/settings/billing-entities/timezones';
import { fieldOf } from '../form/field.tsx';
import { FormGroup } from '../form/form-group.tsx';
import { halfHours } from '@daybook/shared/half-hours';
import { ClearableSelect } from '../inputs/clearable-select.tsx';

/** A person’s own settings have the same fields. */
const Field = fieldOf(firmNotifications.save);

const groups = Object.keys(notificationGroups) as NotificationGroup[];

/** All ways of being notified, under the names of their texts. */
const ways = {
  bell: { bell: true, mail: 'none' },
  bell_now: { bell: true, mail: 'now' },
  bell_daily: { bell: true, mail: 'daily' },
  now: { bell: false, mail: 'now' },
  daily: { bell: false, mail: 'daily' },
  off: { bell: false, mail: 'none' },
} as const satisfies Record<string, NotificationChoice>;
type Way = keyof typeof ways;
const wayNames = Object.keys(ways) as Way[];

const wayOf = (choice: NotificationChoice | undefined): Way | undefined =>
  wayNames.find((way) => ways[way].bell === choice?.bell && ways[way].mail === choice.mail);

interface WayProps {
  id?: string;
  value?: NotificationChoice;
  onChange?: (choice: NotificationChoice) => void;
}

/** One choice for the bell and the mail together; `id`, `value` and `onChange` come from the field. */
function WaySelect({ id, value, onChange }: WayProps) {
  const { t } = useTranslation('notification-settings');
  return (
    <Select<Way>
      {...(id !== undefined && { id })}
      {...(value !== undefined && { value: wayOf(value) ?? 'bell' })}
      options={wayNames.map((way) => ({ value: way, label: t(`way.${way}`) }))}
      onChange={(way) => onChange?.(ways[way])}
    />
  );
}

interface Props {
  usualTimezone: string;
  canMail: boolean;
}

/** How each event is notified, and when mails go out: the same for a person and for the firm. */
export function NotificationFields({ usualTimezone, canMail }: Props) {
  const { t } = useTranslation('notification-settings');
  return (
    <>
      {!canMail && <Alert type="info" showIcon title={t('noMail')} />}
      <Hours usualTimezone={usualTimezone} />
      {groups.map((group) => (
        <FormGroup key={group} title={t(`group.${group}`)}>
          {notificationGroups[group].map((kind) => (
            <Field key={kind} name={['choices', kind]} label={t(`notifications:event.${kind}`)}>
              <WaySelect />
            </Field>
          ))}
        </FormGroup>
      ))}
    </>
  );
}

function Hours({ usualTimezone }: Pick<Props, 'usualTimezone'>) {
  const { t } = useTranslation('notification-settings');
  const zones = useMemo(() => timezones().map((value) => ({ value, label: value })), []);
  return (
    <FormGroup title={t('hours')}>
      <Field name="digestAt" label={t('digestAt')} hint={t('digestHint')}>
        <Select showSearch options={halfHours} />
      </Field>
      <Field name="timezone" label={t('timezone')} isRequired={false}>
        <ClearableSelect
          showSearch
          options={zones}
          placeholder={t('timezoneUsual', { zone: usualTimezone })}
        />
      </Field>
      <Field name="quietFrom" label={t('quietFrom')} hint={t('quietHint')} isRequired={false}>
        <ClearableSelect showSearch options={halfHours} />
      </Field>
      <Field name="quietTo" label={t('quietTo')} isRequired={false}>
        <ClearableSelect showSearch options={halfHours} />
      </Field>
    </FormGroup>
  );
}
