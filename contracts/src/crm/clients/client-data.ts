import { endpoint, userTypeOf } from '../../endpoint.ts';
import { fileOutput } from '../../file-output.ts';
import { ById } from '../../fields.ts';

export const clientData = {
  /**
   * A ZIP of everything that is held on a client: a JSON file for each kind of record under `data/`, and under `files/` the files,
   * whose names begin with the id of their record. Each download is in the audit log. Refuses NOT_FOUND.
   */
  download: endpoint({
    method: 'GET',
    path: '/clients/:id/data',
    allow: userTypeOf('super_admin'),
    file: true,
    input: ById,
    output: fileOutput,
  }),
};
