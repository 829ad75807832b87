import { useQuery } from '@tanstack/react-query'
import { decideReviewItems, type ReviewItem } from '@portico/contract/access-reviews/access-reviews.ts'
import { accessReviewTexts } from '@portico/contract/access-reviews/access-review-texts.ts'
import { listPermissionSetsOfUser, type SetOfUser } from '@portico/contract/permission-sets/permission-sets.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { decisionOptions, type DecisionResults } from './decision-options.ts'

/** Access that permission sets give. */
export type ItemBySets = ReviewItem & { permissionSets: NonNullable<ReviewItem['permissionSets']> }

interface EndWithSetsDialogProps {
  accessReviewId: number
  item: ItemBySets
  onDecided: (results: DecisionResults) => void
  onClose: () => void
}

/** Ends access with the permission sets that give it, after it says what else ends. */
export function EndWithSetsDialog({ accessReviewId, item, onDecided, onClose }: EndWithSetsDialogProps) {
  const t = useTexts(accessReviewTexts)
  const { list_failed: failed } = useTexts(listTexts)
  const { uid } = useSignedIn()
  const setIds = item.permissionSets.map(({ setId }) => setId)
  const params = { uid, userId: item.userId }
  const sets = useQuery({ ...query(listPermissionSetsOfUser, { params }), staleTime: 0 })
  const about = { name: fullName(item), application: item.systemNm }
  return (
    <DeleteDialog
      call={decideReviewItems}
      input={{
        params: { uid, accessReviewId },
        body: { decisionCd: 'end', itemIds: [item.accessReviewItemId], setIds },
      }}
      title={formatMessage(t.review_end_about, about)}
      confirmLabel={t.review_end}
      {...decisionOptions(uid, onDecided)}
      onClose={onClose}
    >
      <QueryContent query={sets} failed={failed}>
        {(held) => <Ends item={item} sets={held.filter(({ setId }) => setIds.includes(setId))} />}
      </QueryContent>
    </DeleteDialog>
  )
}

function Ends({ item, sets }: { item: ItemBySets; sets: readonly SetOfUser[] }) {
  const t = useTexts(accessReviewTexts)
  const name = fullName(item)
  // What several sets give together does not end with each of them alone.
  const isOne = sets.length === 1
  const ends = new Set(sets.flatMap((set) => (isOne ? set.endsList : set.givesList)))
  ends.delete(item.systemNm)
  return (
    <>
      <p>
        {formatMessage(t.review_end_sets, { name, sets: item.permissionSets.map(({ setNm }) => setNm).join(', ') })}
      </p>
      {ends.size === 0 ? (
        <p>{t.review_end_sets_alone}</p>
      ) : (
        <>
          <p>{isOne ? t.review_end_set_with : formatMessage(t.review_end_sets_with, { name })}</p>
          <ul>
            {[...ends].map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
