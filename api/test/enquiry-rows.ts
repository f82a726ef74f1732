const headings = [
  [
    'Date',
    'Name',
    'Company',
    'E-mail',
    'Phone',
    'Country',
    'Source',
    'Owner',
    'Stage',
    'In this stage since',
  ],
  ['Reason it was lost', 'Next action', 'Services', 'Expected value', 'Currency', 'Notes'],
].flat();
const stages = ['New', 'Contacted', 'Qualified', 'Lost'] as const;

/** The rows of a file of enquiries, without faults, for a firm with the services Audit and Payroll and the owner Rose Manager. */
export function enquiryRows(count: number): string[][] {
  const rows = Array.from({ length: count }, (_none, no) => {
    const stage = stages[no % stages.length] ?? 'New';
    const isLost = stage === 'Lost';
    const local = String(34_000_000 + no);
    return [
      ['2026-03-02', `Person ${no}`, `Company ${no}`, `person${no}@carfax.example`],
      [
        `06 12 ${local.slice(2, 4)} ${local.slice(4, 6)} ${local.slice(6)}`,
        'FR',
        'Call',
        'Rose Manager',
        stage,
      ],
      [stage === 'New' ? '' : '2026-03-20', isLost ? 'Price' : '', isLost ? '' : '2026-12-10'],
      [no % 2 === 0 ? '' : 'Audit; Payroll', '1250.50', 'EUR', no % 3 === 0 ? `Met at the fair ${no}` : ''],
    ].flat();
  });
  return [headings, ...rows];
}
