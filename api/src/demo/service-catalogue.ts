import type { Country } from './entities.ts';
import type { departmentNames } from './staff.ts';

/** A service that the firm sells in a country, and the steps of its work. */
export interface Offer {
  name: string;
  department: (typeof departmentNames)[number];
  /** Minor units of the country's currency. */
  price: number;
  /** India's service accounting code. */
  sac?: string;
  /** How often the work recurs; the titles of monthly work name the month. */
  every: 'month' | 'year' | 'once';
  /** If there are many, the first one is mandatory. */
  steps: readonly string[];
}

export const languageOf: Readonly<Record<Country, 'en' | 'fr' | 'ja'>> = { IN: 'en', FR: 'fr', JP: 'ja' };

export const catalogue: Readonly<Record<Country, readonly Offer[]>> = {
  IN: [
    {
      name: 'GST return (GSTR-3B)',
      department: 'Tax',
      price: 650_000,
      sac: '998231',
      every: 'month',
      steps: [
        'Reconcile GSTR-2B with the purchase register',
        'Compute the liability',
        'File and keep the ARN',
      ],
    },
    {
      name: 'TDS return',
      department: 'Tax',
      price: 480_000,
      sac: '998231',
      every: 'month',
      steps: ['Check challans against the books', 'Validate with the FVU', 'File and download Form 16A'],
    },
    {
      name: 'Bookkeeping',
      department: 'Accounting & payroll',
      price: 1_200_000,
      sac: '998222',
      every: 'month',
      steps: [
        'Bank reconciliation',
        'Post purchase bills',
        'Review suspense accounts',
        'Send the month’s report',
      ],
    },
    {
      name: 'Payroll',
      department: 'Accounting & payroll',
      price: 900_000,
      sac: '998223',
      every: 'month',
      steps: ['Attendance and leave from the client', 'PF and ESI', 'Payslips and bank advice'],
    },
    {
      name: 'Statutory audit',
      department: 'Audit',
      price: 18_500_000,
      sac: '998221',
      every: 'year',
      steps: ['Engagement letter', 'Plan and materiality', 'Vouching', 'Confirmations', 'Report and UDIN'],
    },
    {
      name: 'Income tax return',
      department: 'Tax',
      price: 1_500_000,
      sac: '998232',
      every: 'year',
      steps: ['Collect documents', 'Reconcile AIS and 26AS', 'File and verify'],
    },
    {
      name: 'Advisory on fund raising',
      department: 'Advisory',
      price: 7_500_000,
      sac: '998311',
      every: 'once',
      steps: ['Kick-off call', 'Financial model', 'Data room'],
    },
  ],
  FR: [
    {
      name: 'Tenue comptable',
      department: 'Accounting & payroll',
      price: 42_000,
      every: 'month',
      steps: ['Rapprochement bancaire', 'Saisie des factures d’achat', 'Révision des comptes de tiers'],
    },
    {
      name: 'Déclaration de TVA (CA3)',
      department: 'Tax',
      price: 16_500,
      every: 'month',
      steps: ['Contrôle de la TVA collectée', 'TVA déductible', 'Télédéclaration'],
    },
    {
      name: 'Bulletins de paie et DSN',
      department: 'Accounting & payroll',
      price: 28_000,
      every: 'month',
      steps: ['Variables de paie reçues', 'Bulletins', 'Dépôt de la DSN'],
    },
    {
      name: 'Bilan et liasse fiscale',
      department: 'Audit',
      price: 285_000,
      every: 'year',
      steps: [
        'Dossier de travail',
        'Cut-off',
        'Immobilisations',
        'Liasse 2065',
        'Rendez-vous de restitution',
      ],
    },
    {
      name: 'Conseil juridique annuel',
      department: 'Advisory',
      price: 95_000,
      every: 'once',
      steps: ['Projet de procès-verbal', 'Dépôt au greffe'],
    },
  ],
  JP: [
    {
      name: '月次記帳代行',
      department: 'Accounting & payroll',
      price: 45_000,
      every: 'month',
      steps: ['預金残高の照合', '仕訳の入力', '試算表の送付'],
    },
    {
      name: '給与計算',
      department: 'Accounting & payroll',
      price: 38_000,
      every: 'month',
      steps: ['勤怠の受領', '社会保険料の確認', '給与明細の発行'],
    },
    {
      name: '消費税申告',
      department: 'Tax',
      price: 120_000,
      every: 'year',
      steps: ['課税区分の確認', '適格請求書の確認', '電子申告'],
    },
    {
      name: '法人税申告',
      department: 'Tax',
      price: 280_000,
      every: 'year',
      steps: ['決算整理', '別表の作成', '電子申告', '納付書の送付'],
    },
    {
      name: '税務顧問',
      department: 'Advisory',
      price: 60_000,
      every: 'month',
      steps: ['面談', '議事録の送付'],
    },
  ],
};
