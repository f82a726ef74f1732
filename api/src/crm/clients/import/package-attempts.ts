import type { ClientImportRules } from '@daybook/contracts/crm/clients/client-imports';
import { attempted } from '../../../db/apart.ts';
import type { Db } from '../../../db/database.ts';
import type { ImportRun, Judged, Remark } from '../../../imports/import-kind.ts';
import { remarksOf } from '../../../imports/remarks-of.ts';
import type { Checked } from '../save-client.ts';
import type { ClientPlan } from './judge-clients.ts';
import { isOfPackage } from './package-of-row.ts';
import type { PackagePlan } from './package-of-row.ts';
import { writeClients } from './write-clients.ts';

/** What decides how a client is invoiced. */
const invoicedBy = (fields: Checked) => [
  fields.defaultEntityId,
  fields.currency,
  fields.taxTreatment,
  fields.withholdingCodeId,
  fields.addresses.map(({ kind, country, regionCode }) => [kind, country, regionCode]),
  // The first digits of a GSTIN are its state.
  fields.registrations.map(({ scheme, value }) => [scheme, value.slice(0, 2)]),
];

/** Clients for whom the same package would be refused for the same reason. */
const sortOf = ({ fields, before }: ClientPlan, { packageId, startsOn, billing }: PackagePlan): string =>
  JSON.stringify([packageId, startsOn, billing, before === null, ...invoicedBy(fields)]);

/**
 * Gives clients of a dry run their packages and takes them back, so that the dry run refuses what the import would. One client of each
 * sort is enough.
 */
export class PackageAttempts {
  readonly #db: Db;
  readonly #run: ImportRun<ClientImportRules>;
  readonly #known = new Map<string, Remark[]>();

  constructor(db: Db, run: ImportRun<ClientImportRules>) {
    this.#db = db;
    this.#run = run;
  }

  /** Refuses the rows whose packages cannot be given. */
  async judge(rows: readonly Judged<ClientPlan>[]): Promise<Judged<ClientPlan>[]> {
    const judged: Judged<ClientPlan>[] = [];
    for (const row of rows) {
      const faults = await this.#faultsOf(row);
      const warnings = row.warnings.filter(({ field }) => !isOfPackage(field));
      const { no, name, recordId, seen } = row;
      judged.push(
        faults.length === 0
          ? row
          : { no, name, recordId, seen, state: 'refused', faults, warnings, changes: [], plan: null },
      );
    }
    return judged;
  }

  async #faultsOf(row: Judged<ClientPlan>): Promise<Remark[]> {
    const { plan } = row;
    if (!plan?.package) return [];
    const sort = sortOf(plan, plan.package);
    const known = this.#known.get(sort);
    if (known) return known;
    const refused = await attempted(this.#db, () => writeClients(this.#db, this.#run, [row]));
    const remarks = refused ? remarksOf(refused) : [];
    // What is wrong with one client is not wrong with the others, and the import says it.
    if (remarks.some(({ field }) => !isOfPackage(field))) return [];
    this.#known.set(sort, remarks);
    return remarks;
  }
}
