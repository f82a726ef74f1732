import { writeOffs } from '@daybook/contracts/billing/settlement/write-offs';
import { implement } from '../../http/implement.ts';
import { takeBackWriteOff, writeOffInvoice } from './write-off-invoice.ts';

export const writeOffsRoutes = implement(
  'write_offs',
  writeOffs,
)({
  create: ({ db, user, input, version }) => writeOffInvoice(db, user, input, version),
  takeBack: ({ db, user, input, version }) => takeBackWriteOff(db, user, input, version),
});
