import type * as contract from '@portico/contract/catalog/catalog.ts'
import { applicationList, applicationUserList } from '@portico/contract/catalog/catalog.ts'
import type { Db, Tx } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { everything } from '../../db/scope.ts'
import { paged } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { readImpact } from './application-impact.ts'
import { applications, usersOfApplication } from './application-list.ts'
import { findApplication, listSearchItems } from './application-store.ts'
import { notFound } from './catalog-refusals.ts'
import { readPageDisplayImpact } from './display-impact.ts'
import { deleteApplication, listDeletedApplications, restoreApplication } from './delete-application.ts'
import { addApplication, type CatalogDeps, saveSearchItems, updateApplication } from './save-application.ts'

/** Applications and their search items, kept by internal administrators for all clients. */
export function catalogHandlers(deps: CatalogDeps & { db: Db }): Handlers<typeof contract> {
  const { db } = deps
  const read = <T>(work: (tx: Tx) => Promise<T>) => db.read(everything, work)
  const isThere = async (tx: Tx, appId: number) => (await findApplication(tx, appId)) !== undefined
  return {
    listApplications: async ({ query: asked }) =>
      paged(await read((tx) => listPage(tx, applicationList, applications, asked))),
    getApplication: async ({ params: { appId } }) => (await read((tx) => findApplication(tx, appId))) ?? notFound(),
    addApplication: ({ body, ...by }) => addApplication(deps, by, body),
    updateApplication: ({ params: { appId }, body, ...by }) => updateApplication(deps, by, { appId, sent: body }),
    getApplicationImpact: ({ params: { appId } }) =>
      read(async (tx) => ((await isThere(tx, appId)) ? readImpact(tx, appId) : notFound())),
    getApplicationDisplayImpact: async ({ params: { appId } }) =>
      (await read((tx) => readPageDisplayImpact(tx, appId))) ?? notFound(),
    listUserApplications: ({ params: { appId }, query: asked }) =>
      read(async (tx) => {
        const application = await findApplication(tx, appId)
        if (!application) return notFound()
        return paged(await listPage(tx, applicationUserList, usersOfApplication(application), asked))
      }),
    deleteApplication: ({ params: { appId }, query: asked, ...by }) => deleteApplication(deps, by, { appId, ...asked }),
    restoreApplication: ({ body: { undoId }, ...by }) => restoreApplication(deps, by, undoId),
    listDeletedApplications: (by) => listDeletedApplications(deps, by),
    listSubLinks: ({ params: { appId } }) =>
      read(async (tx) => ((await isThere(tx, appId)) ? listSearchItems(tx, appId) : notFound())),
    saveSubLinks: ({ params: { appId }, query: { version }, body, ...by }) =>
      saveSearchItems(deps, by, { appId, version, sent: body }),
  }
}
