import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { fieldOf } from '@daybook/shared/form/field';

/** Creating and editing an entity use the same fields. */
export const Field = fieldOf(billingEntities.create);
