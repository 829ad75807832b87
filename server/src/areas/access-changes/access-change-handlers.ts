import * as contract from '@portico/contract/access-changes/access-changes.ts'
import type * as handOverContract from '@portico/contract/access-changes/planned-hand-overs.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { Answer, paged, Refusal, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { noMessage, sentences, type Texts } from '../../http/sentences.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { accessChanges, type ActReader, findShownChange } from './access-change-list.ts'
import { accessChangeView, messageOf } from './access-change-view.ts'
import { planAccessChange } from './plan-access-change.ts'
import { findUserInScope } from '../permissions/public.ts'
import { planHandOver } from './plan-hand-over.ts'
import { readPlannedHandOvers } from './planned-hand-over-list.ts'
import { type RunDeps, runIfSmall } from './run-access-change.ts'
import { startAccessChange, undoAccessChange } from './start-access-change.ts'

export interface AccessChangeDeps extends RunDeps {
  db: Db
  texts: Pick<Texts, 'of'>
}

/** Administrators give or end the access of many users in one act. */
export function accessChangeHandlers(deps: AccessChangeDeps): Handlers<typeof contract> {
  const { db, texts } = deps
  return {
    planAccessChange: async ({ caller, request, body }) => {
      const translate = await texts.of(audienceOf({ caller, request }))
      return planAccessChange({ db, translate }, { caller }, body)
    },
    startAccessChange: async ({ caller, request, body }) => {
      const id = await startAccessChange({ db }, { caller, request }, body)
      return id instanceof Refusal ? id : runAndShow(deps, { caller, request }, id)
    },
    undoAccessChange: async ({ caller, request, params: { accessChangeId: id } }) => {
      const refusal = await undoAccessChange({ db }, { caller, request }, id)
      return refusal ?? runAndShow(deps, { caller, request }, id)
    },
    listAccessChanges: async ({ caller, query }) => {
      const source = accessChanges(await readerOf(caller))
      return paged(await db.read(adminScope(caller), (tx) => listPage(tx, contract.accessChangeList, source, query)))
    },
    getAccessChange: async ({ caller, request, params }) => {
      const shown = await show(deps, { caller, request }, params.accessChangeId)
      return shown instanceof Answer ? new Answer(shown.data, { message: noMessage }) : shown
    },
  }
}

/** Administrators plan the hand-over of a leaver. */
export function plannedHandOverHandlers(deps: AccessChangeDeps): Handlers<typeof handOverContract> {
  const { db } = deps
  return {
    planHandOver: async ({ caller, request, body }) => {
      const id = await planHandOver({ db }, { caller, request }, body)
      return id instanceof Refusal ? id : show(deps, { caller, request }, id)
    },
    getPlannedHandOvers: async ({ caller, params: { userId } }) => {
      const reader = await readerOf(caller)
      return db.read(adminScope(caller), async (tx) => {
        if (!(await findUserInScope(tx, userId))) return refuse('404', sentences.user_not_found)
        return readPlannedHandOvers(tx, userId, reader)
      })
    },
  }
}

const readerOf = async (caller: Caller): Promise<ActReader> => ({
  userId: caller.user.id,
  isPortalAdmin: (await caller.authority()).isPortalAdmin,
})

async function runAndShow(deps: AccessChangeDeps, by: CallContext, id: number) {
  await runIfSmall(deps, id)
  return show(deps, by, id)
}

async function show({ db, texts }: AccessChangeDeps, { caller, request }: CallContext, id: number) {
  const translate = await texts.of(audienceOf({ caller, request }))
  const reader = await readerOf(caller)
  return db.read(adminScope(caller), async (tx) => {
    const change = await findShownChange(tx, reader, id)
    if (!change) return refuse('404', sentences.not_found)
    const view = await accessChangeView(tx, change, translate)
    return new Answer(view, { message: messageOf(view) })
  })
}
