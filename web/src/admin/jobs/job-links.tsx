import { Link } from '@tanstack/react-router'
import { jobTexts } from '@portico/contract/texts/job-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'

/** Addresses of the screen: its list, at the row of a job, and what takes the place of the list. */
export const jobAddress = {
  list: (id?: number) => paths.jobSchedule() + (id === undefined ? '' : `?from=${id}`),
  add: () => `${paths.jobSchedule()}?edit=new`,
  edit: (id: number) => `${paths.jobSchedule()}?edit=${id}`,
  runs: (id: number) => `${paths.jobSchedule()}?runs=${id}`,
}

/** Opens the form of a new schedule. */
export function AddJobButton() {
  const { jobs_add: label } = useTexts(jobTexts)
  return (
    <Button
      kind="primary"
      icon="plus"
      root={(props) => <Link {...props} to={paths.jobSchedule() as string} search={{ edit: 'new' } as never} />}
    >
      {label}
    </Button>
  )
}

/** Leads back to the list. */
export function AllJobsButton({ from }: { from: number }) {
  const { job_back: label } = useTexts(jobTexts)
  return (
    <Button root={(props) => <Link {...props} to={paths.jobSchedule() as string} search={{ from } as never} />}>
      {label}
    </Button>
  )
}
