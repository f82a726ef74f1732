import type { Issuer } from '../../src/pdf/sheet.ts';

const noBank = {
  bank: null,
  accountName: null,
  iban: null,
  accountNo: null,
  ifsc: null,
  bic: null,
  upi: null,
};

export const indianIssuer: Issuer = {
  name: 'Mehta Rao & Associates LLP',
  lines: ['4th Floor, Nirmal House', 'Dr. Annie Besant Road, Worli', '400018 Mumbai'],
  country: 'IN',
  registrations: [
    { scheme: 'IN:GSTIN', value: '27AAPFU0939F1ZV' },
    { scheme: 'IN:PAN', value: 'AAPFU0939F' },
  ],
  bankAccounts: [
    {
      ...noBank,
      label: 'Current',
      bank: 'HDFC Bank, Worli',
      accountName: 'Mehta Rao & Associates LLP',
      accountNo: '50200012345678',
      ifsc: 'HDFC0000240',
      upi: 'mehtarao@hdfcbank',
    },
  ],
  logo: null,
  footer: 'Subject to Mumbai jurisdiction.',
};

export const japaneseIssuer: Issuer = {
  name: '株式会社さくら会計事務所',
  lines: ['丸の内一丁目9番1号', '丸の内中央ビル12階', '100-0005 東京都千代田区'],
  country: 'JP',
  registrations: [{ scheme: 'JP:T', value: 'T7000012050002' }],
  bankAccounts: [
    {
      ...noBank,
      label: '普通',
      bank: 'みずほ銀行 丸之内支店',
      accountName: 'カ）サクラカイケイジムショ',
      accountNo: '普通 1234567',
    },
  ],
  logo: null,
  footer: null,
};

export const frenchIssuer: Issuer = {
  name: 'Cabinet Lefèvre & Associés',
  lines: ['12, rue de la Paix', '75002 Paris'],
  country: 'FR',
  registrations: [
    { scheme: 'FR:SIRET', value: '73282932000074' },
    { scheme: 'EU:VAT', value: 'FR44732829320' },
  ],
  bankAccounts: [
    {
      ...noBank,
      label: 'Principal',
      bank: 'Crédit Mutuel',
      iban: 'FR7630006000011234567890189',
      bic: 'AGRIFRPP',
    },
  ],
  logo: null,
  footer: 'SELARL au capital de 50 000 € — RCS Paris 732 829 320',
};

export const chineseIssuer: Issuer = {
  name: '上海正直会计师事务所',
  lines: ['世纪大道100号', '200120 上海市浦东新区'],
  country: 'CN',
  registrations: [{ scheme: 'CN:USCC', value: '91310115MA1K3XXX01' }],
  bankAccounts: [
    {
      ...noBank,
      label: '基本户',
      bank: '中国工商银行上海分行',
      accountName: '上海正直会计师事务所',
      accountNo: '1001 2345 6789 0123 456',
    },
  ],
  logo: null,
  footer: null,
};
