/** Valid inputs for the tax registers. */
export const ofTaxRegisters = ({
  entityId,
}: {
  entityId: string;
}): Record<string, Record<string, unknown>> => {
  const month = { from: '2026-03-01', to: '2026-03-31' };
  return {
    'tax_registers.list': { pageSize: 5, filter: { entityId, ...month, sheet: 'documents' } },
    'tax_registers.workbook': { filter: { entityId, ...month } },
    'tax_registers.mark': { entityId, register: 'output', from: '2026-01-01', to: '2026-01-31' },
  };
};
