import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { fieldOf } from '@daybook/shared/form/field';

/** The fields of a new entity are those of its edit. */
export const Field = fieldOf(billingEntities.create);
