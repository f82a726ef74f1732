import { clientData } from '@daybook/contracts/crm/clients/client-data';
import { implement } from '../../../http/implement.ts';
import { sendClientData } from './send-client-data.ts';

export const clientDataRoutes = implement(
  'client_data',
  clientData,
)({
  download: async (call) => sendClientData(call, call.input.id),
});
