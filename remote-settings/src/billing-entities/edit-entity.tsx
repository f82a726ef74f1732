import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import {
  billingEntities,
  type BillingEntity,
} from '@daybook/contracts/settings/billing-entities/billing-entities';
import { FormScreen } from '@daybook/shared/form/form-screen';
import { laterPart } from '@daybook/shared/read/later-part';
import { ReadView } from '@daybook/shared/read/read-view';
import { useRead } from '@daybook/shared/read/use-read';
import { Beside } from '../beside.tsx';
import { listAddress } from './addresses.ts';
import { EntityFields } from './entity-fields.tsx';
import styles from './entity.module.css';
import { useFirmCountryAfterwards } from './use-firm-country.ts';

// Loaded together after the record, because the form with them would exceed the size limit of a screen.
const EntityActions = laterPart(() => import(/* webpackChunkName: "entity-more" */ './entity-actions.tsx'));
const EntityHistory = laterPart(() => import(/* webpackChunkName: "entity-more" */ './entity-history.tsx'));
const LogoFields = laterPart(() => import(/* webpackChunkName: "entity-more" */ './logo-fields.tsx'), {
  waiting: <div className={styles.logoComing} />,
});

/** The values that the form edits; it only shows the rest of the record. */
const valuesOf = ({
  id: _id,
  version: _version,
  active: _active,
  hasLogo: _hasLogo,
  numberFormats,
  ...fields
}: BillingEntity) => ({
  ...fields,
  numberFormats: numberFormats.map(({ docKind, prefix, format, start }) => ({
    docKind,
    prefix,
    format,
    start,
  })),
});

export default function EditEntity() {
  const { t } = useTranslation('settings');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  useFirmCountryAfterwards();
  const read = useRead(billingEntities.open, { id });
  return (
    <ReadView of={read} shape="form">
      {(entity) => (
        <Beside panels={<EntityHistory id={id} />}>
          <FormScreen
            title={t('entity.edit', { name: entity.name })}
            endpoint={billingEntities.edit}
            initial={valuesOf(entity)}
            fixed={{ id }}
            version={entity.version}
            valuesOf={valuesOf}
            backTo={listAddress}
            onSaved={() => void navigate(listAddress)}
            extraActions={<EntityActions entity={entity} />}
          >
            <LogoFields id={id} hasLogo={entity.hasLogo} />
            <EntityFields entity={entity} />
          </FormScreen>
        </Beside>
      )}
    </ReadView>
  );
}
