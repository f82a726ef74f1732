import { refusedAddresses } from '@daybook/contracts/crm/contacts/refused-addresses';
import { implement } from '../../http/implement.ts';
import { findRefused } from '../../mail/refused-addresses.ts';

export const refusedAddressesRoutes = implement(
  'refused_addresses',
  refusedAddresses,
)({
  find: ({ db, input }) => findRefused(db, input.addresses),
});
