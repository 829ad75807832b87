import { undeliveredMailList, undeliveredMailStates } from '@portico/contract/mail.ts'
import { choiceFilter, listSearch, type ListValues, textFilter } from '../../patterns/list-search.ts'

/** Search params of the undelivered emails: recipient or employer, kind, state. */
export const mailDeliverySearch = listSearch({
  filters: { name: textFilter(), kind: textFilter(), state: choiceFilter(undeliveredMailStates) },
  columns: undeliveredMailList.columns,
  defaultSort: {
    key: undeliveredMailList.defaultSort.column,
    direction: undeliveredMailList.defaultSort.direction,
  },
})

export type MailDeliveryValues = ListValues<
  ReturnType<typeof mailDeliverySearch.read>['filters'],
  (typeof undeliveredMailList.columns)[number]
>
