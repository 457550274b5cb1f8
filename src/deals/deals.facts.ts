/** Deals that a signed-in person who is not a member may open on one day. */
export const FREE_DEALS_A_DAY = 3
