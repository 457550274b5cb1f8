/** The settings that production requires about a club, for one that is not the demo. */
export const CLUB = {
  CLUB_NAME: 'Maison Rail',
  SUPPORT_EMAIL: 'help@maison-rail.example',
  COMPANY_NAME: 'Maison Rail Inc.',
  COMPANY_ADDRESS: '12 Front Street, Halifax, Nova Scotia, Canada',
  COMPANY_NUMBER: 'NS 4471023',
  GOVERNING_LAW: 'the law of Nova Scotia, Canada',
  TERMS_DATE: '2026-10-01',
  PRIVACY_DATE: '2026-09-01',
}
