import { ALL_APPLICATIONS_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type * as contract from '@portico/contract/reports/reports.ts'
import type { Db } from '../../db/database.ts'
import { paged } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { sentences, type Texts } from '../../http/sentences.ts'
import { browserLogoutAddress, registeredAddresses } from '../logout-chain/public.ts'
import { readFacilities, readReach, type Reach } from '../customers/public.ts'
import { isSystemShown } from './report-choices.ts'
import { readCustomerGroups, readFlatCustomers, reportCustomerView } from './report-customers.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, statement, text } from '../../db/statement.ts'

interface ChoiceDeps {
  db: Db
  texts: Pick<Texts, 'of'>
  publicUrl: URL
}

const systems = statement([bool], {
  name: 'reports: systems',
  text: `
  select id as "systemId", name::text as "systemNm", browser_logout_url as template, ${registeredAddresses} as registered
    from systems system
   where ${isSystemShown('$1::boolean')} order by name, id`,
  row: { systemId: int, systemNm: text, template: nullable(text), registered: arrayOf(nullable(text)) },
})

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
export function choiceHandlers({ db, texts, publicUrl }: ChoiceDeps): Pick<Handlers<typeof contract>, ChoiceNames> {
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
      const translate = await texts.of(audienceOf({ caller, request }))
      const found = await db.read(adminScope(caller), (tx) => run(tx, systems(caller.user.isInternal)))
      const all = { systemId: ALL_APPLICATIONS_ID, systemNm: translate(sentences.report_all_applications) }
      return [
        { ...all, browserLogoutUrl: null },
        ...found.map(({ template, registered, ...system }) => ({
          ...system,
          browserLogoutUrl: browserLogoutAddress({ template, registered }, publicUrl),
        })),
      ]
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
