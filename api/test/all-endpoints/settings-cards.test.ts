import { auditLog } from '@daybook/contracts/audit-log/audit-log';
import { openingBalances } from '@daybook/contracts/billing/opening-balances/opening-balances';
import { enquiryForm } from '@daybook/contracts/crm/enquiry-form/enquiry-form';
import type { Endpoint } from '@daybook/contracts/endpoint';
import { samples } from '@daybook/contracts/guided-start/samples';
import { jobs } from '@daybook/contracts/jobs/jobs';
import { firmNotifications } from '@daybook/contracts/notification-settings';
import { admins, crms, executives, managers } from '@daybook/contracts/people/staff';
import { presets } from '@daybook/contracts/permissions';
import type { Permission, UserType } from '@daybook/contracts/permissions';
import { reminderLevels } from '@daybook/contracts/receivables/reminders/reminder-levels';
import { remoteLoads } from '@daybook/contracts/remote-loads';
import { ledgerAccounts } from '@daybook/contracts/settings/accounts/accounts';
import { billingEntities } from '@daybook/contracts/settings/billing-entities/billing-entities';
import { backups } from '@daybook/contracts/settings/backups/backups';
import { bookChecks } from '@daybook/contracts/settings/book-checks/book-checks';
import { recurringTaskCategories } from '@daybook/contracts/settings/categories/recurring-task-categories';
import { taskCategories } from '@daybook/contracts/settings/categories/task-categories';
import { departments } from '@daybook/contracts/settings/departments/departments';
import { enquirySources } from '@daybook/contracts/settings/enquiry-choices/enquiry-choices';
import { exchangeRates } from '@daybook/contracts/settings/exchange-rates/exchange-rates';
import { firm } from '@daybook/contracts/settings/firm/firm';
import { holidayCalendars } from '@daybook/contracts/settings/holiday-calendars/holiday-calendars';
import { chargeRates } from '@daybook/contracts/settings/hourly-rates/charge-rates';
import { costRates } from '@daybook/contracts/settings/hourly-rates/cost-rates';
import { mailSettings } from '@daybook/contracts/settings/mail/mail-settings';
import { packages } from '@daybook/contracts/settings/packages/packages';
import { periodLocks } from '@daybook/contracts/settings/period-locks/period-locks';
import { security } from '@daybook/contracts/settings/security/security';
import { services } from '@daybook/contracts/settings/services/services';
import { taxCodes } from '@daybook/contracts/settings/tax-codes/tax-codes';
import { withholdingCodes } from '@daybook/contracts/settings/withholding-codes/withholding-codes';
import { cardGroups } from '../../../remote-settings/src/settings-home/cards.ts';
import type { Card } from '../../../remote-settings/src/settings-home/cards.ts';
import { requestOf } from '../../src/http/request-of.ts';
import { makeEntity } from '../fixtures/masters.ts';
import { startTestApi } from '../test-api.ts';
import type { TestApi } from '../test-api.ts';

let api: TestApi;
let entityId: string;

beforeAll(async () => {
  api = await startTestApi();
  entityId = await makeEntity(api.db);
});
afterAll(() => api.stop());

/** What the screen of each card reads first, or where others may read the same for their own screens, what it writes. */
const asks: Record<string, Endpoint> = {
  firm: firm.open,
  'billing-entities': billingEntities.list,
  departments: departments.list,
  'holiday-calendars': holidayCalendars.list,
  'exchange-rates': exchangeRates.list,
  mail: mailSettings.open,
  samples: samples.list,
  services: services.list,
  packages: packages.list,
  'charge-rates': chargeRates.list,
  'cost-rates': costRates.create,
  'tax-codes': taxCodes.list,
  'withholding-codes': withholdingCodes.list,
  'task-categories': taskCategories.list,
  'recurring-task-categories': recurringTaskCategories.list,
  'enquiry-choices': enquirySources.create,
  'enquiry-form': enquiryForm.open,
  'reminder-levels': reminderLevels.open,
  'opening-balances': openingBalances.list,
  managers: managers.list,
  executives: executives.list,
  crms: crms.list,
  admins: admins.list,
  security: security.open,
  notifications: firmNotifications.open,
  accounts: ledgerAccounts.list,
  'period-locks': periodLocks.list,
  'book-checks': bookChecks.list,
  backups: backups.state,
  'audit-log': auditLog.list,
  jobs: jobs.list,
  'app-health': remoteLoads.summary,
};
const inputOf = (id: string): object => (id === 'reminder-levels' ? { id: entityId } : {});

const cards: readonly Card[] = cardGroups.flatMap((group) => group.cards);

interface Actor {
  name: string;
  userType: UserType;
  keys: readonly Permission[];
}
const ofType = (userType: UserType): Actor => ({ name: userType, userType, keys: presets[userType].keys });
const actors: Actor[] = [
  ...(['super_admin', 'admin', 'manager', 'executive', 'crm'] as const).map(ofType),
  {
    name: 'manager with permissions of their own',
    userType: 'manager',
    keys: [
      'services',
      'departments',
      'billing_entity.add',
      'executives.edit',
      'recurring_task_categories.delete',
    ],
  },
];

/** As the page of settings shows it; without the page’s own code, so that the two can disagree. */
function isShown({ allow }: Card, { userType, keys }: Actor): boolean {
  if (allow === 'signedIn' || userType === 'super_admin') return true;
  if (typeof allow === 'string') return allow === userType;
  return allow.some((key) => keys.includes(key));
}

describe('the cards of the settings page', () => {
  it.each(actors)('are for a $name those whose screens the server answers, and no others', async (actor) => {
    const caller = await api.as(actor);
    const refused: string[] = [];
    for (const { id } of cards) {
      const endpoint = asks[id];
      if (!endpoint) throw new Error(`nothing is known of what the screen of ${id} asks for`);
      const { statusCode } = await caller.inject(requestOf(endpoint, inputOf(id), {}));
      // A write without input is refused as such only to those who may write.
      expect([200, 400, 403]).toContain(statusCode);
      if (statusCode === 403) refused.push(id);
    }
    expect(refused).toEqual(cards.filter((card) => !isShown(card, actor)).map(({ id }) => id));
  });
});
