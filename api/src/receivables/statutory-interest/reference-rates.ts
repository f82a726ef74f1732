/**
 * The rates on which laws on late payment build, in basis points and each valid from its day. They are written here by hand: nothing
 * is fetched. After `completeUntil` the last rate goes on, and what is computed with it says so.
 */
export interface ReferenceRate {
  /** The last day up to which every change is listed. */
  completeUntil: string;
  /** Oldest first. */
  changes: readonly (readonly [from: string, basisPoints: number])[];
}

/**
 * The main refinancing operations of the European Central Bank, fixed rate: ecb.europa.eu, "Key ECB interest rates". Listed from
 * the directive on late payment on.
 */
export const ecbRate: ReferenceRate = {
  completeUntil: '2026-01-31',
  changes: [
    ['2012-07-11', 75],
    ['2013-05-08', 50],
    ['2013-11-13', 25],
    ['2014-06-11', 15],
    ['2014-09-10', 5],
    ['2016-03-16', 0],
    ['2022-07-27', 50],
    ['2022-09-14', 125],
    ['2022-11-02', 200],
    ['2022-12-21', 250],
    ['2023-02-08', 300],
    ['2023-03-22', 350],
    ['2023-05-10', 375],
    ['2023-06-21', 400],
    ['2023-08-02', 425],
    ['2023-09-20', 450],
    ['2024-06-12', 425],
    ['2024-09-18', 365],
    ['2024-10-23', 340],
    ['2024-12-18', 315],
    ['2025-02-05', 290],
    ['2025-03-12', 265],
    ['2025-04-23', 240],
    ['2025-06-11', 215],
  ],
};

/** The official Bank Rate of the Bank of England: bankofengland.co.uk, "Official Bank Rate history". */
export const bankOfEnglandRate: ReferenceRate = {
  completeUntil: '2026-02-28',
  changes: [
    ['2009-03-05', 50],
    ['2016-08-04', 25],
    ['2017-11-02', 50],
    ['2018-08-02', 75],
    ['2020-03-11', 25],
    ['2020-03-19', 10],
    ['2021-12-16', 25],
    ['2022-02-03', 50],
    ['2022-03-17', 75],
    ['2022-05-05', 100],
    ['2022-06-16', 125],
    ['2022-08-04', 175],
    ['2022-09-22', 225],
    ['2022-11-03', 300],
    ['2022-12-15', 350],
    ['2023-02-02', 400],
    ['2023-03-23', 425],
    ['2023-05-11', 450],
    ['2023-06-22', 500],
    ['2023-08-03', 525],
    ['2024-08-01', 500],
    ['2024-11-07', 475],
    ['2025-02-06', 450],
    ['2025-05-08', 425],
    ['2025-08-07', 400],
    ['2025-12-18', 375],
  ],
};

/** The bank rate of the Reserve Bank of India (s. 49 of its Act), which moves with its marginal standing facility: rbi.org.in, "Bank Rate". */
export const reserveBankOfIndiaRate: ReferenceRate = {
  completeUntil: '2026-01-31',
  changes: [
    ['2016-04-05', 700],
    ['2016-10-04', 675],
    ['2017-08-02', 625],
    ['2018-06-06', 650],
    ['2018-08-01', 675],
    ['2019-02-07', 650],
    ['2019-04-04', 625],
    ['2019-06-06', 600],
    ['2019-08-07', 565],
    ['2019-10-04', 540],
    ['2020-03-27', 465],
    ['2020-05-22', 425],
    ['2022-05-04', 465],
    ['2022-06-08', 515],
    ['2022-08-05', 565],
    ['2022-09-30', 615],
    ['2022-12-07', 650],
    ['2023-02-08', 675],
    ['2025-02-07', 650],
    ['2025-04-09', 625],
    ['2025-06-06', 575],
    ['2025-12-05', 550],
  ],
};

/**
 * 民法第404条: the statutory rate itself, set for three years at a time: moj.go.jp, 法定利率について. Until March 2020 it was 5 %.
 */
export const japaneseStatutoryRate: ReferenceRate = {
  completeUntil: '2029-03-31',
  changes: [
    ['1898-07-16', 500],
    ['2020-04-01', 300],
  ],
};

/** The rate in force on a day; null before the first one listed. */
export function rateOn({ changes }: ReferenceRate, day: string): number | null {
  return changes.findLast(([from]) => from <= day)?.[1] ?? null;
}
