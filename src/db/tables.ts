import type { AccountsTables } from '#app/db/tables/accounts.ts'
import type { AdminTables } from '#app/db/tables/admin.ts'
import type { ChecksTables } from '#app/db/tables/checks.ts'
import type { DealsTables } from '#app/db/tables/deals.ts'
import type { FollowsTables } from '#app/db/tables/follows.ts'
import type { GuaranteeTables } from '#app/db/tables/guarantee.ts'
import type { LinksTables } from '#app/db/tables/links.ts'
import type { MailingsTables } from '#app/db/tables/mailings.ts'
import type { MarketingTables } from '#app/db/tables/marketing.ts'
import type { MembershipTables } from '#app/db/tables/membership.ts'
import type { NoticesTables } from '#app/db/tables/notices.ts'
import type { ProductFeedsTables } from '#app/db/tables/product-feeds.ts'
import type { ReportsTables } from '#app/db/tables/reports.ts'
import type { SavedTables } from '#app/db/tables/saved.ts'
import type { SavingsTables } from '#app/db/tables/savings.ts'
import type { ServerTables } from '#app/db/tables/server.ts'
import type { TrackingTables } from '#app/db/tables/tracking.ts'

/**
 * The schema after all migrations, in camelCase (snake_case in SQL). Each file in `tables/` has the tables that one slice
 * or foundation writes.
 */
export interface Tables
  extends AccountsTables,
    MembershipTables,
    DealsTables,
    ChecksTables,
    LinksTables,
    ProductFeedsTables,
    TrackingTables,
    SavingsTables,
    GuaranteeTables,
    SavedTables,
    FollowsTables,
    MailingsTables,
    ReportsTables,
    NoticesTables,
    MarketingTables,
    AdminTables,
    ServerTables {}
