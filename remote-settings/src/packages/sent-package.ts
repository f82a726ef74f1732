const spread = ({ price, services }: Record<string, unknown>): unknown =>
  Array.isArray(services) && services.length === 1
    ? [{ ...(services[0] as object), share: price }]
    : services;

/**
 * A package that is sold once has neither later prices nor recurring tasks; the form hides what was entered before. The only
 * service has the whole price, so the form does not ask for its amount.
 */
export const sentPackage = (values: Record<string, unknown>): Record<string, unknown> => ({
  ...values,
  services: spread(values),
  ...(values['cycle'] === 'once' && { laterPrices: [], recurringTasks: [] }),
});
