/** The views of the list of enquiries. */
export const enquiryViews = ['list', 'board'] as const;
export type EnquiryView = (typeof enquiryViews)[number];
