import { uuidv7 } from 'uuidv7';

/** Valid inputs for the withholding register, its certificates, and files of them. */
export function ofWithholding({
  entityId,
  clientId,
}: {
  entityId: string;
  clientId: string;
}): Record<string, Record<string, unknown>> {
  const list = { pageSize: 5 };
  const row = {
    client: 'Hydra',
    section: '194J',
    deductedOn: '2026-04-05',
    number: 'X-1',
    certificateDate: '2026-08-10',
    amount: '183.60',
  };
  return {
    'withholding_entries.list': list,
    'withholding_quarters.list': list,
    'withholding_certificates.list': list,
    'withholding_certificates.create': {
      clientId,
      entityId,
      section: '194J',
      fy: '2026',
      quarter: 1,
      number: `C-${uuidv7()}`,
      certificateDate: '2026-05-15',
      currency: 'EUR',
      amount: 500,
    },
    'certificate_requests.preview': { clientIds: [clientId] },
    'certificate_requests.read': { clientId, entityId },
    'certificate_requests.send': { id: uuidv7(), clientId, entityId },
    'certificate_requests.start': { items: [{ clientId, entityId }] },
    'certificate_files.preview': { entityId, rows: [row] },
    'certificate_files.bring': { entityId, rows: [row], onlyValid: true },
  };
}
