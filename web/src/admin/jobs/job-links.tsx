import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import type { listJobKinds } from '@portico/contract/jobs/jobs.ts'
import { jobTexts } from '@portico/contract/jobs/job-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { linkTo } from '../../patterns/link-to.ts'
import { Button } from '../../ui/Button.tsx'
import { kindsQuery, schedulesQuery } from './job-queries.ts'
import { jobSchedule } from './screen.ts'

type JobKind = DataOf<typeof listJobKinds>['jobs'][number]

/** Addresses of the screen: its list, at the row of a job, and what takes the place of the list. */
export const jobAddress = {
  list: (id?: number) => jobSchedule.link() + (id === undefined ? '' : `?from=${id}`),
  add: () => `${jobSchedule.link()}?edit=new`,
  edit: (id: number) => `${jobSchedule.link()}?edit=${id}`,
  runs: (id: number) => `${jobSchedule.link()}?runs=${id}`,
}

/** The jobs of the portal that are not scheduled. */
export function useFreeKinds(): JobKind[] {
  const scheduled = useSuspenseQuery(schedulesQuery()).data.map(({ jobCd }) => jobCd)
  return useSuspenseQuery(kindsQuery()).data.jobs.filter(({ jobCd }) => !scheduled.includes(jobCd))
}

/** Opens the form of a new schedule; unavailable where every job has one. */
export function AddJobButton() {
  const { jobs_add: label, job_all_scheduled: allScheduled } = useTexts(jobTexts)
  if (useFreeKinds().length === 0)
    return (
      <Button kind="primary" icon="plus" disabledReason={allScheduled}>
        {label}
      </Button>
    )
  return (
    <Button
      kind="primary"
      icon="plus"
      root={(props) => <Link {...props} {...linkTo(jobSchedule.link(), { edit: 'new' })} />}
    >
      {label}
    </Button>
  )
}

/** Leads back to the list. */
export function AllJobsButton({ from }: { from: number }) {
  const { job_back: label } = useTexts(jobTexts)
  return <Button root={(props) => <Link {...props} {...linkTo(jobSchedule.link(), { from })} />}>{label}</Button>
}
