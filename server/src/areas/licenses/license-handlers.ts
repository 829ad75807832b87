import * as contract from '@portico/contract/licenses/licenses.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { everything } from '../../db/scope.ts'
import { paged, refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { licenses } from './license-list.ts'
import { countAcceptedUsers, countAskedUsers, findLicense, listLicenseVersions } from './license-store.ts'
import { languagesOf, licenseVersion } from './license-view.ts'
import { endClientLicense, saveLicense, withdrawLicenseAsk } from './save-license.ts'

/** The licenses that users of clients accept, for administrators of database maintenance. */
export function licenseHandlers({ db }: { db: Db }): Handlers<typeof contract> {
  return {
    listLicenses: ({ query }) =>
      db.read(everything, async (tx) =>
        paged(await listPage(tx, contract.licenseList, licenses, query), ({ codes, ...license }) => ({
          ...license,
          languageList: languagesOf(codes),
        })),
      ),
    getLicenseOptions: async ({ caller }) => ({ mayChangeFlg: (await caller.authority()).isPortalAdmin }),
    getLicenseVersion: ({ params: { licenseId } }) =>
      db.read(everything, async (tx) => {
        const license = await findLicense(tx, licenseId)
        if (!license) return refuse('404', sentences.not_found)
        return licenseVersion(license, await listLicenseVersions(tx, license.clientId))
      }),
    countLicenseUsers: ({ query: { clientId } }) =>
      db.read(everything, async (tx) => ({
        acceptedCnt: await countAcceptedUsers(tx, clientId ?? null),
        askedCnt: await countAskedUsers(tx, clientId ?? null),
      })),
    addLicenseVersion: ({ body, ...call }) => saveLicense(db, call, body),
    endClientLicense: ({ params: { licenseId }, body, ...call }) =>
      endClientLicense(db, call, licenseId, body.asksAgainFlg),
    withdrawLicenseAsk: ({ params: { licenseId }, ...call }) => withdrawLicenseAsk(db, call, licenseId),
  }
}
