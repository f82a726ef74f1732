import Form from 'antd/es/form';
import type { InputOf } from '@daybook/contracts/endpoint';
import { lookups, type LookupRow } from '@daybook/contracts/lookups';
import { moneyPermissions } from '@daybook/contracts/permissions';
import { BillingRule, hasFee } from '@daybook/contracts/tasks/tasks/billing-rules';
import type { tasks } from '@daybook/contracts/tasks/tasks/tasks';
import { call } from '@daybook/shared/call';
import { may } from '@daybook/shared/session';
import { useRead } from '@daybook/shared/read/use-read';

// Tasks and series use the same names for billing fields.
type Values = InputOf<typeof tasks.create>;

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The kind of category: for tasks or for recurring tasks. */
export type CategoryKind = 'task_category' | 'recurring_task_category';

async function rowOf(
  kind: 'service' | 'billing_entity' | 'client' | CategoryKind,
  id: string,
): Promise<LookupRow | undefined> {
  const [row] = await call(lookups.find, { kind, id });
  return row;
}

/** The fee of a category, or the price of a service. */
const priceOf = (row: LookupRow | undefined): number | null => {
  const price = row?.more['fee'] ?? row?.more['price'];
  return typeof price === 'number' ? price : null;
};

/** Fills in what follows from a choice: the billing entity of a client, and the fee from service and entity. */
export function useBilling(categories: CategoryKind) {
  const form = Form.useFormInstance<Values>();
  const entityId = Form.useWatch('billingEntityId', form) ?? null;
  const entity = useRead(lookups.find, entityId === null ? null : { kind: 'billing_entity', id: entityId });
  const currency = entityId === null ? null : text(entity.data?.[0]?.more['baseCurrency']);

  const typed = () => form.getFieldsValue(true) as Partial<Values>;
  /** Only a price in the entity's own currency can be the fee. */
  const fillFee = (offers: readonly (LookupRow | undefined)[], billing: LookupRow | undefined) => {
    if (!hasFee(typed().billingRule ?? 'fixed_fee')) return;
    const offer = offers.find(
      (one) => priceOf(one) !== null && one?.more['currency'] === billing?.more['baseCurrency'],
    );
    const fee = priceOf(offer);
    if (fee === null) return;
    form.setFieldsValue({ billable: true, ...(may(...moneyPermissions) && { fee }) });
  };
  /** The first of category, service and client that has a default decides what the work is billed by. */
  const fillRule = async () => {
    const { categoryId, serviceId, clientId, internal = false } = typed();
    if (internal) return;
    const rows = await Promise.all([
      categoryId ? rowOf(categories, categoryId) : undefined,
      serviceId ? rowOf('service', serviceId) : undefined,
      clientId ? rowOf('client', clientId) : undefined,
    ]);
    const billingRule = rows
      .map((row) => BillingRule.safeParse(row?.more['billingRule']).data)
      .find((rule) => rule !== undefined);
    if (billingRule === undefined) return;
    form.setFieldsValue({ billingRule, ...(!hasFee(billingRule) && { billable: true, fee: null }) });
  };
  const pickService = async (service: LookupRow) => {
    await fillRule();
    const { billingEntityId, internal = false } = typed();
    if (billingEntityId && !internal) fillFee([service], await rowOf('billing_entity', billingEntityId));
  };
  const pickEntity = async (billing: LookupRow) => {
    // The same figure in another currency is a different amount.
    if (currency !== null && currency !== billing.more['baseCurrency']) form.setFieldsValue({ fee: null });
    const { categoryId, serviceId, fee } = typed();
    if (!serviceId || (fee ?? null) !== null) return;
    // The category's fee takes precedence over the service's price.
    const category = categoryId ? await rowOf(categories, categoryId) : undefined;
    fillFee([category, await rowOf('service', serviceId)], billing);
  };
  const pickClient = async (client: LookupRow) => {
    await fillRule();
    const defaultId = text(client.more['defaultEntityId']);
    if (defaultId === null || typed().billingEntityId) return;
    form.setFieldsValue({ billingEntityId: defaultId });
    const billing = await rowOf('billing_entity', defaultId);
    if (billing !== undefined) await pickEntity(billing);
  };
  return {
    /** The currency of the fee; null until an entity is chosen. */
    currency,
    pickClient: (row: LookupRow) => void pickClient(row),
    pickService: (row: LookupRow) => void pickService(row),
    pickEntity: (row: LookupRow) => void pickEntity(row),
  };
}
