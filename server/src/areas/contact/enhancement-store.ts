import type { EnhanceReq, RequestState } from '@portico/contract/contact/contact.ts'
import { ENHANCEMENT_REQUESTS_SHOWN } from '@portico/contract/limits.ts'
import type { Tx } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { queries } from '../../db/queries.ts'
import { runOne, run, runFirst } from '../../db/run.ts'
import { bool, instant, int, nullable, statement, text, textOf } from '../../db/statement.ts'

export interface NewEnhancement {
  userId: number
  clientId: number
  sectionId: number
  comment: string
  wantsContact: boolean
}

/** A request whose row is locked, with its sender and its latest change. */
export interface LockedEnhancement {
  id: number
  state: RequestState
  answer: string
  version: number
  sectionName: string
  clientId: number
  senderId: number
  senderName: string
  senderFirstName: string
  senderEmail: string
  isSenderActive: boolean
  /** Null: nobody yet, or a user who no longer exists. */
  changedByName: string | null
  changedAt: Date
}

const held = statement([int], {
  name: 'contact: held',
  text: `
  select request.id, request.state, request.answer, request.version, section.name::text as "sectionName",
         request.client_id as "clientId", sender.id as "senderId",
         sender.first_name || ' ' || sender.last_name as "senderName", sender.first_name as "senderFirstName",
         sender.email as "senderEmail", sender.status = 1 as "isSenderActive",
         ${userNameSql('request.changed_by')} as "changedByName", request.updated_at as "changedAt"
    from enhancement_requests request
    join sections section on section.id = request.section_id
    join users sender on sender.id = request.user_id
   where request.id = $1
     for update of request`,
  row: {
    id: int,
    state: textOf<RequestState>(),
    answer: text,
    version: int,
    sectionName: text,
    clientId: int,
    senderId: int,
    senderName: text,
    senderFirstName: text,
    senderEmail: text,
    isSenderActive: bool,
    changedByName: nullable(text),
    changedAt: instant,
  },
})

// The table `enhancement_requests`.

/** Returns the number of the request. */
export async function addEnhancement(
  tx: Tx,
  { userId, clientId, sectionId, comment, wantsContact }: NewEnhancement,
): Promise<number> {
  const { id } = await runOne(
    tx,
    queries
      .insertInto('enhancement_requests')
      .values({ user_id: userId, client_id: clientId, section_id: sectionId, comment, wants_contact: wantsContact })
      .returning('id'),
  )
  return id
}

/** The request, locked until the end of the transaction; undefined where there is none. */
export const lockEnhancement = async (tx: Tx, id: number): Promise<LockedEnhancement | undefined> =>
  await runFirst(tx, held(id))

const updateEnhancementRequests = statement([int, text, text, int], {
  name: 'contact: update enhancement requests',
  text: `update enhancement_requests
            set state = $2, answer = $3, changed_by = $4, version = version + 1, updated_at = clock_now()
          where id = $1`,
})

export async function setEnhancementState(
  tx: Tx,
  id: number,
  { state, answer, changedBy }: { state: RequestState; answer: string; changedBy: number },
): Promise<void> {
  await run(tx, updateEnhancementRequests(id, state, answer, changedBy))
}

const selectEnhancementRequests = statement([int], {
  name: 'contact: select enhancement requests',
  text: `select request.id as "requestNo", section.name::text as "sectionNm", request.comment,
                request.wants_contact as "contactMeFlag", request.state as "requestState",
                request.answer as "answerTxt", request.created_at as "createdDt"
           from enhancement_requests request join sections section on section.id = request.section_id
          where request.user_id = $1 order by request.id desc limit ${ENHANCEMENT_REQUESTS_SHOWN}`,
  row: {
    requestNo: int,
    sectionNm: text,
    comment: text,
    contactMeFlag: bool,
    requestState: textOf<EnhanceReq['requestState']>(),
    answerTxt: text,
    createdDt: instant,
  },
})

/** The latest of one sender, newest first. */
export const listOwnEnhancements = (tx: Tx, userId: number): Promise<EnhanceReq[]> =>
  run(tx, selectEnhancementRequests(userId))
