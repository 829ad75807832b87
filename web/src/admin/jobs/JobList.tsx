import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  changeJobSchedule,
  type JobSchedule,
  listJobRuns,
  listJobSchedules,
  removeJobSchedule,
  restoreJobSchedule,
  runJobNow,
} from '@portico/contract/jobs/jobs.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { jobTexts } from '@portico/contract/jobs/job-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { DeleteDialog } from '../../patterns/DeleteDialog.tsx'
import { DataTable } from '../../patterns/DataTable.tsx'
import { useScreenSearch } from '../../patterns/list-search.ts'
import { ListCard } from '../../patterns/ListCard.tsx'
import { useAction } from '../../patterns/use-action.ts'
import { useManagedMark } from '../../patterns/use-managed-mark.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { MenuGroup } from '../../ui/MenuButton.tsx'
import { columnsOf } from './job-columns.tsx'
import { AddJobButton, jobAddress } from './job-links.tsx'
import { jobSearch } from './job-queries.ts'

/** All scheduled jobs; each can be changed, run now, disabled and deleted. */
export function JobList({ schedules }: { schedules: readonly JobSchedule[] }) {
  const t = useTexts(jobTexts)
  const { admin_job_schedule: title } = useTexts(adminMenuTexts)
  const { from } = useScreenSearch(jobSearch)
  const [deleting, setDeleting] = useState<JobSchedule | null>(null)
  const actionsOf = useJobActions(setDeleting)
  const mark = useManagedMark('jobs', schedules, ({ jobScheduleSetupId }) => jobScheduleSetupId)
  return (
    <ListCard>
      {schedules.length === 0 ? (
        <EmptyState drawing="list" title={t.jobs_none} hint={t.jobs_none_hint} action={<AddJobButton />} />
      ) : (
        <DataTable
          caption={title}
          columns={columnsOf(t)}
          rows={schedules}
          rowKey={({ jobScheduleSetupId }) => jobScheduleSetupId}
          rowMark={mark}
          rowName={({ jobNm }) => jobNm}
          rowTarget={({ jobScheduleSetupId }) => jobAddress.edit(jobScheduleSetupId)}
          rowActions={actionsOf}
          focusKey={from === undefined ? undefined : String(from)}
        />
      )}
      {deleting && <DeleteJobDialog schedule={deleting} onClose={() => setDeleting(null)} />}
    </ListCard>
  )
}

/** The actions of a row; a run that was asked for shows as soon as the list is read again. */
function useJobActions(onDelete: (schedule: JobSchedule) => void) {
  const t = useTexts(jobTexts)
  const { uid } = useSignedIn()
  const navigate = useNavigate()
  const run = useAction(runJobNow, { invalidate: [listJobSchedules, listJobRuns] })
  const change = useAction(changeJobSchedule, {
    invalidate: [listJobSchedules],
    success: ({ data }) => (data.disableFlg ? t.job_is_disabled : t.job_enabled),
  })
  return (schedule: JobSchedule): readonly MenuGroup[] => {
    const { jobScheduleSetupId: id, disableFlg, version } = schedule
    const params = { uid, jobScheduleSetupId: id }
    return [
      {
        entries: [
          { label: t.jobs_edit, icon: 'pencil', onSelect: () => void navigate({ href: jobAddress.edit(id) }) },
          { label: t.jobs_run, icon: 'refresh', onSelect: () => void run.run({ params }) },
          { label: t.jobs_history, icon: 'clock', onSelect: () => void navigate({ href: jobAddress.runs(id) }) },
          {
            label: disableFlg ? t.jobs_enable : t.jobs_disable,
            icon: disableFlg ? 'check' : 'close',
            onSelect: () => void change.run({ params, body: { disableFlg: !disableFlg, version } }),
          },
        ],
      },
      { entries: [{ label: t.jobs_delete, icon: 'trash', tone: 'danger', onSelect: () => onDelete(schedule) }] },
    ]
  }
}

function DeleteJobDialog({ schedule, onClose }: { schedule: JobSchedule; onClose: () => void }) {
  const t = useTexts(jobTexts)
  const { uid } = useSignedIn()
  const { jobScheduleSetupId, jobNm: name, version } = schedule
  return (
    <DeleteDialog
      title={t.job_delete_title}
      confirmLabel={t.job_delete_confirm}
      closeAfterMs={CLOSE_AFTER_MS.record}
      call={removeJobSchedule}
      input={{ params: { uid, jobScheduleSetupId }, query: { version } }}
      invalidate={[listJobSchedules]}
      success={t.job_deleted}
      undo={async ({ data }) => {
        await call(restoreJobSchedule, { params: { uid }, body: { undoId: data.undoId } })
        return t.job_restored
      }}
      onClose={onClose}
    >
      <p>{formatMessage(t.job_delete_body, { name })}</p>
    </DeleteDialog>
  )
}
