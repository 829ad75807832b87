import { useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { jobTexts } from '@portico/contract/jobs/job-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import type { Form } from '../../patterns/use-form.ts'
import { formatWeekday } from '../../ui/format.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { JobFields } from './job-form.ts'
import classes from './Jobs.module.css'
import {
  cronOf,
  type SimpleKind,
  simpleKinds,
  type SimpleSchedule,
  simpleScheduleOf,
  stepsOf,
  withKind,
} from './simple-schedule.ts'

const CRON = 'cron'

/** When a job runs, chosen in words; who wants it types the cron expression. */
export function ScheduleFields({ form }: { form: Form<JobFields> }) {
  const t = useTexts(jobTexts)
  const { select_one: selectOne } = useTexts(generalTexts)
  const [typesCron, setTypesCron] = useState(false)
  const field = form.field('cronTxt')
  const simple = simpleScheduleOf(field.value)
  // What is being typed is not taken over by the choices once it happens to be one of them.
  const isCron = typesCron || (field.value !== '' && simple === null)
  const set = (schedule: SimpleSchedule) => form.set('cronTxt', cronOf(schedule))
  const choose = (kind: string) => {
    setTypesCron(kind === CRON)
    if (kind !== CRON) set(withKind(simple, kind as SimpleKind))
  }
  const kinds = simpleKinds.map((kind) => ({ value: kind as string, label: t[`job_repeat_${kind}`] }))
  const isOpen = !isCron && simple === null
  return (
    <>
      <SelectField
        label={t.job_repeat}
        value={isCron ? CRON : (simple?.kind ?? '')}
        options={[
          ...(isOpen ? [{ value: '', label: selectOne }] : []),
          ...kinds,
          { value: CRON, label: t.job_repeat_cron },
        ]}
        {...(isOpen && { name: field.name, error: field.error })}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {!isCron && simple && (
        <div className={classes['parts']}>
          <SimpleParts schedule={simple} onChange={set} />
        </div>
      )}
      {isCron && (
        <TextField
          {...field}
          onChange={(event) => {
            setTypesCron(true)
            field.onChange(event)
          }}
          help={t.job_cron_help}
          spellCheck={false}
          autoComplete="off"
        />
      )}
    </>
  )
}

interface PartsProps {
  schedule: SimpleSchedule
  onChange: (schedule: SimpleSchedule) => void
}

function SimpleParts({ schedule, onChange }: PartsProps) {
  const t = useTexts(jobTexts)
  const { kind, step, minute, day, weekday } = schedule
  const select = (
    label: string,
    value: number | string,
    options: readonly Option[],
    change: (chosen: string) => void,
  ) => (
    <SelectField
      label={label}
      value={String(value)}
      options={options}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
  const everyText = kind === 'minutes' ? t.job_every_minutes : t.job_every_hours
  const interval = select(
    t.job_interval,
    step,
    stepsOf(kind).map((count) => ({ value: String(count), label: formatMessage(everyText, { count }) })),
    (chosen) => onChange({ ...schedule, step: Number(chosen) }),
  )
  if (kind === 'minutes') return interval
  if (kind === 'hours')
    return (
      <>
        {interval}
        {select(t.job_at_minute, minute, numbered(0, 59), (chosen) =>
          onChange({ ...schedule, minute: Number(chosen) }),
        )}
      </>
    )
  const days = [...numbered(1, 31), { value: 'L', label: t.job_last_day }]
  return (
    <>
      {kind === 'week' &&
        select(t.job_weekday, weekday, weekdays(), (chosen) => onChange({ ...schedule, weekday: Number(chosen) }))}
      {kind === 'month' &&
        select(t.job_month_day, day, days, (chosen) =>
          onChange({ ...schedule, day: chosen === 'L' ? 'L' : Number(chosen) }),
        )}
      <TimeField schedule={schedule} onChange={onChange} />
    </>
  )
}

/** A time that is emptied stays as it was: a schedule always has one. */
function TimeField({ schedule, onChange }: PartsProps) {
  const { job_time: label } = useTexts(jobTexts)
  const [hour, minute] = [schedule.hour, schedule.minute].map((part) => String(part).padStart(2, '0'))
  return (
    <TextField
      type="time"
      label={label}
      value={`${hour}:${minute}`}
      onChange={({ currentTarget: { value } }) => {
        const [newHour, newMinute] = value.split(':').map(Number)
        if (value !== '') onChange({ ...schedule, hour: newHour ?? 0, minute: newMinute ?? 0 })
      }}
    />
  )
}

interface Option {
  value: string
  label: string
}

const numbered = (from: number, to: number): Option[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ value: String(from + index), label: String(from + index) }))

/** From Monday to Sunday. */
const weekdays = (): Option[] => [1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: formatWeekday(day) }))
