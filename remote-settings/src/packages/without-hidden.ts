/** A package that is sold once has neither later prices nor recurring tasks; the form hides what was entered before. */
export const withoutHidden = (values: Record<string, unknown>): Record<string, unknown> =>
  values['cycle'] === 'once' ? { ...values, laterPrices: [], recurringTasks: [] } : values;
