import { useQuery } from '@tanstack/react-query'
import { ACCESS_CHANGE_AHEAD_DAYS } from '@portico/contract/access-changes/access-change-rules.ts'
import { planHandOver } from '@portico/contract/access-changes/planned-hand-overs.ts'
import { userTexts } from '@portico/contract/users/user-texts.ts'
import * as z from 'zod/mini'
import { getHandOver, type HandOver, handOverUser } from '@portico/contract/users/hand-over.ts'
import { handOverTexts } from '@portico/contract/users/hand-over-texts.ts'
import { type ListedUser, listUsers, userStatuses } from '@portico/contract/users/users.ts'
import { call, request } from '../../api/call.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { Combobox, type Option, pageAt } from '../../patterns/Combobox.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { DateField } from '../../patterns/DateField.tsx'
import { day } from '../../patterns/field-schemas.ts'
import { useForm } from '../../patterns/use-form.ts'
import { Alert } from '../../ui/Alert.tsx'
import { addDays, isCalendarDay } from '../../ui/calendar-day.ts'
import { startOfDay, today } from '../../ui/day-bounds.ts'
import { formatBytes, formatDay } from '../../ui/format.ts'
import classes from './HandOverDialog.module.css'
import { plannedHandOversQuery } from './planned-hand-over-queries.ts'
import { PlannedHandOverNotice } from './PlannedHandOverNotice.tsx'
import { nameWithId } from './name-with-id.ts'
import { changedByHandOvers } from './UndoHandOverDialog.tsx'
import { useUndoHandOver } from './use-undo-hand-over.tsx'
import { fullName } from '@portico/contract/users/full-name.ts'

type Leaver = Pick<ListedUser, 'userId' | 'firstNm' | 'lastNm' | 'employerId' | 'employerNm'>

const handOverForm = z.object({
  plannedDt: day(),
  recipientId: z.array(z.object({ value: z.string(), label: z.string() })),
})

/** Closes the account of a leaver in one sheet: what ends, and who gets the documents. */
export function HandOverDialog({ user, onClose }: { user: Leaver; onClose: () => void }) {
  const t = useTexts(handOverTexts)
  const { uid } = useSignedIn()
  const name = fullName(user)
  const { userId, employerId } = user
  const stronger = useTexts(userTexts)
  const has = useQuery({ ...query(getHandOver, { params: { uid, userId } }), staleTime: 0 })
  const planned = useQuery(plannedHandOversQuery(uid, userId))
  const form = useForm({
    schema: handOverForm,
    initial: { plannedDt: '', recipientId: [] },
    draftKey: `hand-over-${userId}`,
    labels: { plannedDt: t.hand_over_date, recipientId: t.hand_over_recipient },
    invalidate: changedByHandOvers,
    save: async ({ plannedDt, recipientId: [recipient] }) => {
      // One that was chosen for a date stays in the form when the date is cleared, but is no longer shown.
      const isSent = recipient && asksRecipient(has.data, plannedDt)
      const body = { userId, recipientId: isSent ? Number(recipient.value) : null }
      const { message } = isPlanned(plannedDt)
        ? await request(planHandOver, { params: { uid }, body: { ...body, plannedDt: startOfDay(plannedDt) } })
        : await request(handOverUser, { params: { uid }, body })
      return message
    },
  })
  const undo = useUndoHandOver()
  // While this plan is saved the list has it already.
  const plan = form.isBusy ? undefined : planned.data?.leaving[0]
  const { plannedDt } = form.values
  const reason = () => {
    if (!has.data) return t.hand_over_not_loaded
    if (has.data.refusedCd !== null)
      return has.data.refusedCd === 'stronger' ? stronger.user_stronger : stronger.user_last_portal_admin
    return plan && t.hand_over_planned_already
  }
  return (
    <>
      <EditDialog
        form={form}
        onClose={onClose}
        title={formatMessage(t.hand_over_title, { name })}
        submitLabel={isPlanned(plannedDt) ? t.hand_over_submit_planned : t.hand_over_submit}
        closeAfterMs={CLOSE_AFTER_MS.record}
        disabledReason={reason()}
      >
        {plan && <PlannedHandOverNotice plan={plan} userId={userId} onUndo={undo.ask} />}
        {has.data?.refusedCd && (
          <Alert tone="info" live={false}>
            {reason()}
          </Alert>
        )}
        <p>
          {isPlanned(plannedDt)
            ? formatMessage(t.hand_over_lead_planned, { name, date: formatDay(plannedDt) })
            : t.hand_over_lead}
        </p>
        <QueryContent query={has} failed={formatMessage(t.hand_over_load_failed, { name })}>
          {(data) => (
            <>
              <Ending has={data} name={name} t={t} />
              <DateField
                {...form.field('plannedDt')}
                min={today()}
                max={addDays(today(), ACCESS_CHANGE_AHEAD_DAYS)}
                help={formatMessage(t.hand_over_date_help, { days: ACCESS_CHANGE_AHEAD_DAYS })}
              />
              {asksRecipient(data, plannedDt) && (
                <Combobox
                  name="recipientId"
                  label={t.hand_over_recipient}
                  help={formatMessage(t.hand_over_recipient_help, { employer: user.employerNm })}
                  error={form.errorOf('recipientId')}
                  queryName={`hand-over-${userId}`}
                  load={(text, offset) => loadColleagues(uid, employerId, text, offset)}
                  without={String(userId)}
                  selected={form.values.recipientId}
                  onChange={(next) => form.set('recipientId', [...next])}
                />
              )}
            </>
          )}
        </QueryContent>
      </EditDialog>
      {undo.dialog}
    </>
  )
}

/** There may be documents on a later date. */
const asksRecipient = (has: HandOver | undefined, plannedDt: string) =>
  (has?.documentCnt ?? 0) > 0 || isPlanned(plannedDt)

/** Today is now; a day that is not typed to its end is none. */
const isPlanned = (day: string) => isCalendarDay(day) && day !== today()

function Ending({ has, name, t }: { has: HandOver; name: string; t: Texts<typeof handOverTexts> }) {
  const documents = { count: has.documentCnt, size: formatBytes(has.documentBytes), people: has.sharedWithCnt }
  return (
    <ul className={classes['ending']}>
      {has.sessionCnt > 0 && <li>{formatMessage(t.hand_over_sessions, { count: has.sessionCnt })}</li>}
      {has.grantCnt > 0 && <li>{formatMessage(t.hand_over_grants, { count: has.grantCnt })}</li>}
      {has.setCnt > 0 && <li>{formatMessage(t.hand_over_sets, { count: has.setCnt })}</li>}
      {has.keptGrantCnt > 0 && <li>{formatMessage(t.hand_over_kept, { count: has.keptGrantCnt })}</li>}
      {has.receivedCnt > 0 && <li>{formatMessage(t.hand_over_received, { count: has.receivedCnt, name })}</li>}
      {has.documentCnt > 0 && <li>{formatMessage(t.hand_over_documents, documents)}</li>}
      <li>{formatMessage(t.hand_over_inactive, { name })}</li>
    </ul>
  )
}

/** Active users of the leaver's employer, the leaver among them. */
async function loadColleagues(
  uid: number,
  employerId: number,
  text: string,
  offset: number,
): Promise<{ rows: Option[]; total: number }> {
  const { result, totalResults } = await call(listUsers, {
    params: { uid },
    body: { nm: text, userStatusIds: [userStatuses.active], employerId, ...pageAt(offset) },
  })
  const rows = result.map((user) => ({ value: String(user.userId), label: nameWithId(user) }))
  return { rows, total: totalResults }
}
