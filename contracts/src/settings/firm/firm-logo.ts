/** The public address of the logo, on the origin of the site. */
export const firmLogoPath = '/firm/logo';
