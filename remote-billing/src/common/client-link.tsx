import { Link } from 'react-router-dom';
import type { Reference } from '@daybook/contracts/fields';
import { useMay } from '@daybook/shared/session';
import { clientAddress } from './addresses.ts';

/** A client's name. It links to the client's page for people who may open it. */
export function ClientLink({ client }: { client: Reference }) {
  const mayOpen = useMay('clients.view');
  const name = <bdi>{client.label}</bdi>;
  return mayOpen ? <Link to={clientAddress(client.id)}>{name}</Link> : name;
}
