/** Every address of the site that pages link to. */
export const paths = {
  home: () => '/',
  dailyDeals: (page = 1) => (page > 1 ? `/daily-deals?page=${page}` : '/daily-deals'),
  paidDeals: (sessionId: string) =>
    `/daily-deals?from_checkout=true&session_id=${encodeURIComponent(sessionId)}`,
  deal: (dealId: string) => `/deal/${encodeURIComponent(dealId)}`,
  dealShare: (dealId: string) => `/share/deal/${encodeURIComponent(dealId)}.jpg`,
  track: (dealId: string, clickType: 'deal-card' | 'splash-carousel') =>
    `/track?deal_id=${encodeURIComponent(dealId)}&click_type=${clickType}`,
  signIn: () => '/sign-in',
  signOut: () => '/sign-out',
  forgotPassword: () => '/forgot-password',
  passwordReset: () => '/password-reset',
  joinNow: () => '/join-now',
  getAccess: () => '/get-access',
  startSaving: () => '/start-saving',
  privacyPolicy: () => '/privacy-policy',
  privacyChoices: () => '/privacy-policy#your-choices',
  terms: () => '/terms',
  subscribe: () => '/subscribe',
  checkoutSuccess: (sessionId: string) =>
    `/checkout/success?session_id=${encodeURIComponent(sessionId)}`,
  checkoutDone: () => '/checkout/success',
  checkoutCancel: () => '/checkout/cancel',
  account: () => '/account',
  admin: () => '/admin',
  adminMetrics: () => '/admin/figures',
  adminImports: () => '/admin/imports',
  adminAudit: () => '/admin/audit',
} as const
