import { listContacts, listEnhanceReqs, listEnhanceSections } from '@portico/contract/contact/contact.ts'
import { query, queryClient } from '../../api/query.ts'
import { loadPhoneNumbers } from '../../patterns/phone-numbers.ts'

const own = (uid: number) => ({ params: { uid } })

export const contactsQuery = (uid: number) => query(listContacts, own(uid))
export const enhanceSectionsQuery = (uid: number) => query(listEnhanceSections, own(uid))
export const enhanceReqsQuery = (uid: number) => query(listEnhanceReqs, own(uid))

/** Loads the data that the page needs to render. */
export const loadContact = (uid: number): Promise<unknown> =>
  Promise.all([
    queryClient.ensureQueryData(contactsQuery(uid)),
    loadPhoneNumbers(),
    queryClient.ensureQueryData(enhanceSectionsQuery(uid)),
    queryClient.ensureQueryData(enhanceReqsQuery(uid)),
  ])
