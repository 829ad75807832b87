import type { EnhanceReq } from '@portico/contract/contact.ts'
import { ENHANCEMENT_REQUESTS_SHOWN } from '@portico/contract/limits.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

export interface NewEnhancement {
  userId: number
  clientId: number
  sectionId: number
  comment: string
  wantsContact: boolean
}

/** The table `enhancement_requests`. */
export function enhancementStore(tx: Tx) {
  return {
    /** Returns the number of the request. */
    add: async ({ userId, clientId, sectionId, comment, wantsContact }: NewEnhancement): Promise<number> => {
      const { id } = await tx
        .insertInto('enhancement_requests')
        .values({ user_id: userId, client_id: clientId, section_id: sectionId, comment, wants_contact: wantsContact })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** The latest of one sender, newest first. */
    listOf: (userId: number): Promise<EnhanceReq[]> =>
      query<EnhanceReq>(
        tx,
        `select request.id as "requestNo", section.name::text as "sectionNm", request.comment,
                request.wants_contact as "contactMeFlag", request.state as "requestState",
                request.created_at as "createdDt"
           from enhancement_requests request join sections section on section.id = request.section_id
          where request.user_id = $1 order by request.id desc limit ${ENHANCEMENT_REQUESTS_SHOWN}`,
        [userId],
      ),
  }
}
