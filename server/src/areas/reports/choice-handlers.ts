import { ALL_APPLICATIONS } from '@portico/contract/report-rules.ts'
import type * as contract from '@portico/contract/reports.ts'
import type { Db } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import { paged } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { readerOf } from '../../http/reader.ts'
import { sentences, type Texts } from '../../http/sentences.ts'
import { readFacilities, readReach, type Reach } from '../customers/public.ts'
import { isSystemShown } from './report-choices.ts'
import { readCustomerGroups, readFlatCustomers, reportCustomerView } from './report-customers.ts'

interface ChoiceDeps {
  db: Db
  texts: Pick<Texts, 'of'>
}

const systems = `
  select id as "systemId", name::text as "systemNm" from systems system
   where ${isSystemShown('$1::boolean')} order by name, id`

interface CustomersCall {
  caller: Caller
  params: { facilityCd: string }
  query: { searchPattern?: string | undefined; offset?: number | undefined }
}

type ChoiceNames =
  | 'listPciCustomerTree'
  | 'listPciCustomers'
  | 'listAccessCustomerTree'
  | 'listAccessCustomers'
  | 'listReportSystems'
  | 'listReportFacilities'

/** What an administrator can choose in the criteria of reports. */
export function choiceHandlers({ db, texts }: ChoiceDeps): Pick<Handlers<typeof contract>, ChoiceNames> {
  const customersBy =
    (read: typeof readFlatCustomers) =>
    async ({ caller, params: { facilityCd }, query: { searchPattern = '', offset = 0 } }: CustomersCall) => {
      const authority = await caller.authority()
      return db.read(adminScope(caller), async (tx) => {
        const reach: Reach = (await readReach(tx, authority)).of(facilityCd)
        const page = await read(tx, { facilityCode: facilityCd, reach, text: searchPattern.trim(), offset })
        return paged(page, (row) => reportCustomerView(row, reach))
      })
    }
  return {
    listPciCustomerTree: customersBy(readCustomerGroups),
    listPciCustomers: customersBy(readFlatCustomers),
    listAccessCustomerTree: customersBy(readCustomerGroups),
    listAccessCustomers: customersBy(readFlatCustomers),
    listReportSystems: async ({ caller, request }) => {
      const wording = await texts.of(readerOf({ caller, request }))
      const found = await db.read(adminScope(caller), (tx) =>
        query<{ systemId: number; systemNm: string }>(tx, systems, [caller.user.isInternal]),
      )
      return [{ systemId: ALL_APPLICATIONS, systemNm: wording(sentences.report_all_applications) }, ...found]
    },
    listReportFacilities: async ({ caller }) => {
      const authority = await caller.authority()
      return db.read(adminScope(caller), async (tx) => {
        const [{ facilities }, every] = await Promise.all([readReach(tx, authority), readFacilities(tx)])
        return every
          .filter(({ code }) => facilities === null || facilities.has(code))
          .map(({ code, name, hasHierarchy }) => ({ facilityCd: code, facilityNm: name, hierarchyFlg: hasHierarchy }))
      })
    },
  }
}
