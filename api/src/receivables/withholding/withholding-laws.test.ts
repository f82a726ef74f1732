import { withholdingCertificates } from '@daybook/contracts/receivables/withholding/withholding-certificates';
import { withholdingEntries } from '@daybook/contracts/receivables/withholding/withholding-entries';
import { openWithholding } from '../../../test/fixtures/withholding-fixture.ts';
import { refusedInSql } from '../../../test/refused-in-sql.ts';
import { startTestApi } from '../../../test/test-api.ts';
import type { TestApi } from '../../../test/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const match = (certificate: string, of: string, amount: number) =>
  `insert into certificate_match (id, certificate_id, entry_id, amount) values (gen_random_uuid(), '${certificate}', '${of}', ${amount})`;
const give = (of: string, amount: number) =>
  `insert into withheld_write_off (id, entry_id, amount, base, reason, written_off_on)
   values (gen_random_uuid(), '${of}', ${amount}, ${amount}, 'Lost', '2026-09-01')`;

it('the withholding register, under the application’s own role, is protected by the laws of the database', async () => {
  const admin = await api.as({});
  const fixture = await openWithholding(api, admin);
  const clientId = await fixture.client();
  const { entry } = await fixture.withheld(clientId, 1000);
  const { entry: other } = await fixture.withheld(await fixture.client(), 1000);
  const { entry: later } = await fixture.withheld(clientId, 1000, { receiptDate: '2026-07-05' });
  const { entry: givenUp } = await fixture.withheld(clientId, 500);
  await admin.call(
    withholdingEntries.writeOff,
    { id: givenUp.id, date: '2026-09-01', reason: 'Lost' },
    { version: givenUp.version },
  );
  const proof = await admin.call(
    withholdingCertificates.create,
    fixture.certificate(clientId, { amount: 900, matches: [{ entryId: entry.id, amount: 600 }] }),
  );
  const withdrawn = await admin.call(withholdingCertificates.create, fixture.certificate(clientId));
  await admin.call(
    withholdingCertificates.withdraw,
    { id: withdrawn.id, reason: 'Wrong' },
    { version: withdrawn.version },
  );
  const withdraw = `withdrawn_at = now(), withdrawn_by = '${admin.id}', withdrawal_reason = 'x'`;
  const cases: [statement: string, code: string][] = [
    [`update withholding_entry set amount = 1`, '42501'],
    [`update withholding_entry set certified = 0, state = 'claimed'`, '42501'],
    [
      `insert into withholding_change (entry_id, no, state, amount, certified, written_off) values ('${entry.id}', 9, 'x', 0, 0, 0)`,
      '42501',
    ],
    [`delete from withholding_change`, '42501'],
    [`delete from withholding_entry`, '42501'],
    // The day, and by it the quarter, stays once something is certified.
    [`update withholding_entry set deducted_on = '2026-07-01' where id = '${entry.id}'`, 'DB001'],
    // A certificate proves what it is of, and neither side twice.
    [match(proof.id, other.id, 1), 'DB008'],
    [match(proof.id, later.id, 1), 'DB008'],
    [match(proof.id, entry.id, 401), 'DB007'],
    [match(proof.id, entry.id, 301), 'DB009'],
    [match(proof.id, givenUp.id, 1), 'DB007'],
    [match(withdrawn.id, entry.id, 1), 'DB001'],
    [`update certificate_match set amount = 1`, '42501'],
    [`delete from certificate_match`, '42501'],
    // What it says stays, and it is withdrawn with everything that it proves.
    [`update withholding_certificate set amount = 1000 where id = '${proof.id}'`, '42501'],
    [`update withholding_certificate set matched = 0 where id = '${proof.id}'`, '42501'],
    [`update withholding_certificate set ${withdraw} where id = '${proof.id}'`, '23514'],
    [`update withholding_certificate set attachment_id = null where id = '${withdrawn.id}'`, 'DB001'],
    [`delete from withholding_certificate`, '42501'],
    // No more is given up than is open, and only with its entry in the ledger.
    [give(entry.id, 401), 'DB007'],
    [give(other.id, 1000), 'DB006'],
    [`update withheld_write_off set amount = 1`, '42501'],
    [
      `update withheld_write_off set reversed_on = '2026-09-02', reversed_at = now(), reversed_by = '${admin.id}' where entry_id = '${givenUp.id}'`,
      'DB006',
    ],
    [match(proof.id, entry.id, 300), 'done'],
  ];
  for (const [statement, code] of cases)
    expect({ statement, code: await refusedInSql(api, [statement]) }).toEqual({ statement, code });
});
