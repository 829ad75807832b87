import { listUndeliveredMails, undeliveredMailList } from '@portico/contract/mail/mail.ts'
import { pageQuery } from '../../api/query.ts'
import { listSearch } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'

/** By recipient or employer, kind and state. */
const search = listSearch(undeliveredMailList, { name: 'nm', kind: 'kindCd', state: 'stateCd' })

export const undeliveredMailPages = screenList({
  search,
  page: (uid, values) => pageQuery(listUndeliveredMails, { params: { uid }, query: search.query(values) }),
})
