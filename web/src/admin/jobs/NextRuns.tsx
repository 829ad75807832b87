import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { jobTexts } from '@portico/contract/jobs/job-texts.ts'
import { ApiError } from '../../api/call.ts'
import { useTexts } from '../../api/texts.ts'
import { LoadFailure } from '../../patterns/LoadFailure.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { formatInstant } from '../../ui/format.ts'
import { cronInWords } from './cron-words.ts'
import { type JobFields, previewed } from './job-form.ts'
import { nextRunsQuery } from './job-queries.ts'
import classes from './Jobs.module.css'

/** Pause in typing after which the next runs are asked for. */
const PAUSE_MS = 300

/** The schedule that is being typed in words, and its next runs in the zone of the browser. */
export function NextRuns({ values }: { values: JobFields }) {
  const t = useTexts(jobTexts)
  const typed = previewed(values)
  const [{ cron, zone }] = useDebouncedValue(typed ?? { cron: '', zone: '' }, PAUSE_MS)
  const { data, error, refetch } = useQuery({ ...nextRunsQuery(cron, zone), enabled: cron !== '' })
  // The runs of an earlier schedule would contradict the words above them.
  const isShown = typed !== null && typed.cron === cron && typed.zone === zone
  return (
    <section className={classes['preview']} aria-label={t.job_next_runs}>
      <h2>{t.job_next_runs}</h2>
      <p className={classes['words']} role="status">
        {typed ? cronInWords(typed.cron, t) : t.job_next_runs_none}
      </p>
      {isShown && error && <Failure error={error} onRetry={() => void refetch()} />}
      {isShown && data && (
        <>
          <ol className={classes['runs']}>
            {data.nextRunDts.map((run) => (
              <li key={run.getTime()}>{formatInstant(run)}</li>
            ))}
          </ol>
          <span className={classes['detail']}>
            {values.disableFlg ? t.job_next_runs_disabled : t.job_next_runs_yours}
          </span>
        </>
      )}
    </section>
  )
}

/** A schedule that the server refuses is not tried again. */
function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { job_next_runs_failed: failed } = useTexts(jobTexts)
  if (error instanceof ApiError && error.status === 422) return <Alert tone="error">{error.message}</Alert>
  return <LoadFailure message={failed} onRetry={onRetry} />
}
