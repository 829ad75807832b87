import { useSuspenseQuery } from '@tanstack/react-query'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { jobTexts } from '@portico/contract/jobs/job-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { useScreenSearch } from '../../patterns/list-search.ts'
import { JobEditor } from './JobEditor.tsx'
import { JobList } from './JobList.tsx'
import { jobSearch, schedulesQuery, viewIn } from './job-queries.ts'
import { JobRuns } from './JobRuns.tsx'
import { AddJobButton, useFreeKinds } from './job-links.tsx'

/** When the jobs of the portal run: a list, and in its place the form of a job or its runs (JOBS-003, JOBS-004). */
export function JobSchedulePage() {
  const t = useTexts(jobTexts)
  const { admin_job_schedule: title } = useTexts(adminMenuTexts)
  const view = viewIn(useScreenSearch(jobSearch))
  const schedules = useSuspenseQuery(schedulesQuery()).data
  const known = 'id' in view ? schedules.find(({ jobScheduleSetupId: id }) => id === view.id) : undefined
  const free = useFreeKinds()
  if (view.show === 'add' && free.length > 0) return <JobEditor key="new" schedule={null} />
  if (view.show === 'edit' && known) return <JobEditor key={known.jobScheduleSetupId} schedule={known} />
  if (view.show === 'runs' && known) return <JobRuns schedule={known} />
  return (
    <AdminPage
      title={title}
      // A reason that stands at the button alone is not seen where nothing points at it, as on a phone.
      subtitle={free.length > 0 ? t.jobs_subtitle : `${t.jobs_subtitle} ${t.job_all_scheduled}`}
      actions={<AddJobButton />}
    >
      <JobList schedules={schedules} />
    </AdminPage>
  )
}
