/** The columns of a network's report, with the headings that networks use for them. */
export const REPORT_COLUMNS = {
  tripNumber: {
    heading: 'Trip number',
    also: [
      ...['trip', 'subid', 'sub1', 'subid1', 'clickref', 'clickreference', 'clickid', 'reference'],
      ...['publisherreference', 'afftrack', 'sid', 'u1', 'aff_sub', 'affsub', 'customid'],
    ],
    isNeeded: true,
  },
  orderNumber: {
    heading: 'Order number',
    also: ['order', 'orderid', 'transactionid', 'transaction', 'conversionid', 'orderreference'],
  },
  soldOn: {
    heading: 'Date',
    also: ['saledate', 'transactiondate', 'orderdate', 'dateofsale', 'eventdate', 'purchasedate'],
    isNeeded: true,
  },
  value: {
    heading: 'Value',
    also: ['ordervalue', 'saleamount', 'amount', 'salevalue', 'ordertotal', 'total', 'revenue'],
    isNeeded: true,
  },
  item: {
    heading: 'Item price',
    also: ['itemvalue', 'itemamount', 'priceofitem', 'unitprice', 'productprice'],
  },
  commission: {
    heading: 'Commission',
    also: ['publishercommission', 'payout', 'earnings', 'commissionamount', 'fee'],
    isNeeded: true,
  },
  currency: {
    heading: 'Currency',
    also: ['currencycode', 'salecurrency', 'ordercurrency', 'transactioncurrency', 'valuecurrency'],
  },
  commissionCurrency: {
    heading: 'Commission currency',
    also: ['payoutcurrency', 'commissioncurrencycode', 'earningscurrency'],
  },
  state: {
    heading: 'State',
    also: ['status', 'transactionstatus', 'validation', 'commissionstatus'],
    isNeeded: true,
  },
  reason: {
    heading: 'Reason',
    also: ['note', 'declinereason', 'comment', 'statusreason'],
  },
} as const satisfies Record<
  string,
  { heading: string; also: readonly string[]; isNeeded?: boolean }
>

export type NetworkField = keyof typeof REPORT_COLUMNS
