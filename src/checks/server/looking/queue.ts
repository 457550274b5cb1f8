/** The queue of due checks; a job is also sent when somebody asks for an immediate check. */
export const PRICE_CHECKS_QUEUE = 'price-checks'
