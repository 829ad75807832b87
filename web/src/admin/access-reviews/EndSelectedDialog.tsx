import {
  decideReviewItems,
  REVIEW_DECISIONS_MAX,
  type ReviewItem,
} from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { useState } from 'react'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import { decisionOptions, type DecisionResults } from './decision-options.ts'

/** Grants listed before the act, of those that end and of those that don’t; the others are counted. */
const GRANTS_SHOWN = 10

interface EndSelectedDialogProps {
  accessReviewId: number
  items: readonly ReviewItem[]
  onDecided: (results: DecisionResults) => void
  onClose: () => void
}

/** Asks before the access of several rows is ended, and says which rows are not. */
export function EndSelectedDialog({ accessReviewId, items, onDecided, onClose }: EndSelectedDialogProps) {
  const t = useTexts(accessReviewTexts)
  const { uid } = useSignedIn()
  // The selection shrinks with the results; the rest stays selected for the next call.
  const [asked] = useState(items)
  const ending = asked.filter((item) => whyKept(item, t) === null)
  const some = ending.slice(0, REVIEW_DECISIONS_MAX)
  const kept = asked.flatMap((item) => {
    const reason = whyKept(item, t)
    return reason === null ? [] : { id: item.accessReviewItemId, line: reason }
  })
  const itemIds = some.map(({ accessReviewItemId }) => accessReviewItemId)
  return (
    <DeleteDialog
      call={decideReviewItems}
      input={{ params: { uid, accessReviewId }, body: { decisionCd: 'end', itemIds } }}
      title={formatMessage(t.review_end_title, { count: some.length })}
      disabledReason={some.length === 0 ? t.review_end_none : undefined}
      {...decisionOptions(uid, onDecided)}
      onClose={onClose}
    >
      {some.length > 0 && <Ending items={some} />}
      {kept.length > 0 && (
        <>
          <p>{formatMessage(t.review_end_kept, { count: kept.length })}</p>
          <FirstGrants lines={kept} />
        </>
      )}
      {ending.length > some.length && <p>{formatMessage(t.review_end_rest, { max: REVIEW_DECISIONS_MAX })}</p>}
      {some.length > 0 && <p>{t.review_end_undo}</p>}
    </DeleteDialog>
  )
}

function Ending({ items }: { items: readonly ReviewItem[] }) {
  const t = useTexts(accessReviewTexts)
  const users = new Set(items.map(({ userId }) => userId)).size
  const lines = items.map((item) => ({
    id: item.accessReviewItemId,
    line: formatMessage(t.review_row, { name: fullName(item), application: item.systemNm }),
  }))
  return (
    <>
      <p>{formatMessage(t.review_end_lead, { users, count: items.length })}</p>
      <FirstGrants lines={lines} />
    </>
  )
}

/** A line about each of the first grants, and how many more there are. */
function FirstGrants({ lines }: { lines: readonly { id: number; line: string }[] }) {
  const t = useTexts(accessReviewTexts)
  const more = lines.length - GRANTS_SHOWN
  return (
    <ul>
      {lines.slice(0, GRANTS_SHOWN).map(({ id, line }) => (
        <li key={id}>{line}</li>
      ))}
      {more > 0 && <li>{formatMessage(t.review_end_more, { count: more })}</li>}
    </ul>
  )
}

/** Why a row does not end with others, by name; null where it does. */
function whyKept(item: ReviewItem, t: Texts<typeof accessReviewTexts>): string | null {
  const { groupNms = [], permissionSets = [], systemNm: application } = item
  const about = { name: fullName(item), application }
  if (groupNms.length > 0) return formatMessage(t.review_end_kept_group, { ...about, group: groupNms.join(', ') })
  if (permissionSets.length === 0) return null
  return formatMessage(t.review_end_kept_sets, { ...about, sets: permissionSets.map(({ setNm }) => setNm).join(', ') })
}
