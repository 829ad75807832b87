import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ERASURE_REASON_MAX } from '@portico/contract/users/erasure-kinds.ts'
import { erasureTexts } from '@portico/contract/users/erasure-texts.ts'
import { getErasurePlan, requestErasure } from '@portico/contract/users/erasures.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { request } from '../../api/call.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { requiredText } from '../../patterns/field-schemas.ts'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { formatDayOf, formatNumber } from '../../ui/format.ts'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { changedByUserActions, type NamedUser } from './user-actions.ts'
import classes from './EraseUserDialog.module.css'

const schema = z.object({ reasonTxt: requiredText(ERASURE_REASON_MAX) })

/** Asks for the erasure of a deleted user: what goes, what stays and why, from when on, and the reason. */
export function EraseUserDialog({ user, onClose }: { user: NamedUser; onClose: () => void }) {
  const t = useTexts(erasureTexts)
  const { uid } = useSignedIn()
  const { userId } = user
  const name = fullName(user)
  const plan = useQuery({ ...query(getErasurePlan, { params: { uid, userId } }), staleTime: 0 })
  const form = useForm({
    schema,
    initial: { reasonTxt: '' },
    draftKey: `erase-${userId}`,
    labels: { reasonTxt: t.erasure_reason },
    invalidate: changedByUserActions,
    save: async ({ reasonTxt }) =>
      (await request(requestErasure, { params: { uid }, body: { userId, reasonTxt } })).message,
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={formatMessage(t.erasure_title, { name })}
      submitLabel={t.erasure_submit}
      closeAfterMs={CLOSE_AFTER_MS.record}
      danger
      disabledReason={plan.data ? undefined : t.erasure_not_loaded}
    >
      <QueryContent query={plan} failed={formatMessage(t.erasure_load_failed, { name })}>
        {({ goes, stays, erasedFromDt }) => (
          <>
            <p>{formatMessage(t.erasure_lead, { name, date: formatDayOf(erasedFromDt) })}</p>
            <h3 className={classes['heading']}>{t.erasure_goes}</h3>
            <Kinds
              rows={goes
                .filter(({ rowCnt }) => rowCnt > 0)
                .map((row) => ({ ...row, words: t[`erasure_goes_${row.kindCd}`] }))}
            />
            <h3 className={classes['heading']}>{t.erasure_stays}</h3>
            <Kinds rows={stays.map((row) => ({ ...row, words: t[`erasure_stays_${row.kindCd}`] }))} />
            <p>{formatMessage(t.erasure_number, { number: String(userId) })}</p>
            <TextAreaField {...form.field('reasonTxt')} help={t.erasure_reason_help} rows={2} />
          </>
        )}
      </QueryContent>
    </EditDialog>
  )
}

function Kinds({ rows }: { rows: readonly { kindCd: string; rowCnt: number; words: string }[] }) {
  return (
    <ul className={classes['kinds']}>
      {rows.map(({ kindCd, rowCnt, words }) => (
        <li key={kindCd}>
          {words}
          {rowCnt > 1 && ` (${formatNumber(rowCnt)})`}
        </li>
      ))}
    </ul>
  )
}
