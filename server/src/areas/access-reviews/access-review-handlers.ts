import type * as contract from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewList, reviewItemList } from '@portico/contract/access-reviews/access-reviews.ts'
import type { Db } from '../../db/database.ts'
import { beforeSending, type StreamRows } from '../../db/row-stream.ts'
import { listPage, listStatement } from '../../db/list-page.ts'
import { paged, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { sheetAttachment } from '../../spreadsheet/sheet-attachment.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import type { TextService } from '../texts/public.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { changeReviewDue, closeReview } from './change-review.ts'
import { countReviewScope } from './count-review-scope.ts'
import { decideReviewItems, undoReviewDecisions } from './decide-review-items.ts'
import { readUndoIds } from './access-review-store.ts'
import { findReview, mayReadReview, reviewSource, reviewView } from './review-list.ts'
import { type ReviewItemRow, reviewItemSource, reviewItemView, reviewSheetColumns } from './review-item-list.ts'
import { startReview } from './start-review.ts'

interface AccessReviewDeps {
  db: Db
  stream: StreamRows
  texts: Pick<TextService, 'of' | 'say'>
}

/** Administrators confirm or end what their users hold. */
export function accessReviewHandlers(deps: AccessReviewDeps): Handlers<typeof contract> {
  const { db } = deps
  const unknown = () => refuse('404', sentences.not_found)
  return {
    listAccessReviews: async ({ caller, query }) => {
      const authority = await caller.authority()
      const source = reviewSource(authority)
      return paged(await db.read(adminScope(caller), (tx) => listPage(tx, accessReviewList, source, query)), reviewView)
    },
    startAccessReview: ({ caller, request, body: { employerId = null, systemId = null, dueDt } }) =>
      startReview(deps, { caller, request }, { clientId: employerId, systemId, dueAt: dueDt }),
    countReviewScope: ({ query: { employerId = null, systemId = null } }) =>
      countReviewScope(deps, { clientId: employerId, systemId }),
    endAccessReview: ({ caller, request, params }) => closeReview(deps, { caller, request }, params.accessReviewId),
    changeReviewDueDate: ({ caller, request, params, body }) =>
      changeReviewDue(deps, { caller, request }, { id: params.accessReviewId, dueAt: body.dueDt }),
    getAccessReview: async ({ caller, params }) => {
      const authority = await caller.authority()
      const found = await db.read(adminScope(caller), (tx) => findReview(tx, authority, params.accessReviewId))
      return found ? reviewView(found) : unknown()
    },
    listReviewItems: async ({ caller, params: { accessReviewId }, query }) => {
      const authority = await caller.authority()
      return db.read(adminScope(caller), async (tx) => {
        if (!(await mayReadReview(tx, authority, accessReviewId))) return unknown()
        const found = await listPage(tx, reviewItemList, reviewItemSource(accessReviewId, authority), query)
        const ids = found.rows.map((item) => item.accessReviewItemId)
        const undoIds = await readUndoIds(tx, caller.user.id, ids)
        return paged(found, (item) => reviewItemView(item, undoIds.get(item.accessReviewItemId)))
      })
    },
    decideReviewItems: ({
      caller,
      request,
      params: { accessReviewId: reviewId },
      body: { decisionCd, itemIds, setIds = [] },
    }) =>
      decideReviewItems(
        deps,
        { caller, request },
        { reviewId, itemIds, decision: decisionCd === 'end' ? 'ended' : 'confirmed', setIds },
      ),
    undoReviewDecisions: ({ caller, request, body }) => undoReviewDecisions({ db }, { caller, request }, body),
    ...reviewExport(deps),
  }
}

/** The record of a review as a file. */
function reviewExport({ db, stream, texts }: AccessReviewDeps): Pick<Handlers<typeof contract>, 'exportReviewItems'> {
  return {
    exportReviewItems: async ({ caller, request, params: { accessReviewId }, body: { format, ...selection } }) => {
      const scope = adminScope(caller)
      const authority = await caller.authority()
      const columns = reviewSheetColumns(await texts.of(audienceOf({ caller, request })))
      const statement = await db.read(scope, async (tx) => {
        if (!(await mayReadReview(tx, authority, accessReviewId))) return refuse('404', sentences.not_found)
        return listStatement(reviewItemList, reviewItemSource(accessReviewId, authority), selection)
      })
      if ('refused' in statement) return statement
      const rows = await stream<ReviewItemRow>(scope, statement, caller.user.id)
      const target = { kind: 'access-review', id: accessReviewId }
      await beforeSending(rows, () =>
        db.transact(scope, async (tx) =>
          recordAudit(tx, request, {
            event: 'access_review_exported',
            ...auditActor(caller),
            target,
            after: { format, ...selection },
          }),
        ),
      )
      return sheetAttachment(rows, columns, { format, name: 'access-review' })
    },
  }
}
