import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { addJobSchedule, changeJobSchedule, type JobSchedule, listJobSchedules } from '@portico/contract/jobs/jobs.ts'
import { SHIPPED_DORMANCY } from '@portico/contract/jobs/dormancy-rules.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { jobTexts } from '@portico/contract/jobs/job-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { type Form, useForm } from '../../patterns/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { DORMANT_USERS, jobFieldsOf, type JobFields, jobSchema, shippedFields } from './job-form.ts'
import classes from './Jobs.module.css'
import { jobAddress, useFreeKinds } from './job-links.tsx'
import { kindsQuery } from './job-queries.ts'
import { NextRuns } from './NextRuns.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'

/** Adds a schedule or changes one, in the place of the list (JOBS-004, JOBS-009). */
export function JobEditor({ schedule }: { schedule: JobSchedule | null }) {
  const t = useTexts(jobTexts)
  const navigate = useNavigate()
  const title = schedule ? formatMessage(t.job_edit_title, { name: schedule.jobNm }) : t.job_add_title
  const back = () => void navigate({ href: jobAddress.list(schedule?.jobScheduleSetupId) })
  const form = useJobForm(schedule, back)
  const { businessTimeZone, jobs } = useSuspenseQuery(kindsQuery()).data
  const shipped = jobs.find(({ jobCd }) => jobCd === form.values.jobCd)
  const [shippedCount, setShippedCount] = useState(0)
  const applyShipped = () => {
    if (!shipped) return
    setShippedCount(shippedCount + 1)
    const fields = shippedFields(shipped)
    form.set('cronTxt', fields.cronTxt)
    form.set('timeZone', fields.timeZone)
  }
  return (
    <AdminPage title={title}>
      {schedule && <ManagedLine kind="jobs" id={schedule.jobScheduleSetupId} />}
      <Panel title={t.jobs_when}>
        <PanelBody>
          <div className={classes['form']}>
            <FormPanel title={title} form={form} submitLabel={t.job_save} onCancel={back}>
              {schedule === null && <JobChoice form={form} />}
              <TextField {...form.field('jobNm')} />
              <ScheduleFields key={`${form.values.jobCd} ${shippedCount}`} form={form} />
              {shipped &&
                (shipped.cronTxt !== form.values.cronTxt || (shipped.timeZone ?? '') !== form.values.timeZone) && (
                  <div>
                    <Button size="s" onClick={applyShipped}>
                      {t.job_default}
                    </Button>
                  </div>
                )}
              <TextField
                {...form.field('timeZone')}
                help={formatMessage(t.job_zone_help, { zone: businessTimeZone })}
                spellCheck={false}
                autoComplete="off"
              />
              <NextRuns values={form.values} />
              {form.values.jobCd === DORMANT_USERS && (
                <TextField
                  {...form.field('parametersTxt')}
                  help={formatMessage(t.job_dormancy_help, { shipped: SHIPPED_DORMANCY })}
                  spellCheck={false}
                  autoComplete="off"
                />
              )}
              <TextField {...form.field('notifyEmailTxt')} type="email" help={t.job_notify_help} autoComplete="off" />
              <CheckField {...form.check('disableFlg')} help={t.job_disable_help} />
            </FormPanel>
          </div>
        </PanelBody>
      </Panel>
    </AdminPage>
  )
}

function useJobForm(schedule: JobSchedule | null, back: () => void): Form<JobFields> {
  const t = useTexts(jobTexts)
  const { uid } = useSignedIn()
  return useForm({
    schema: jobSchema,
    initial: jobFieldsOf(schedule),
    draftKey: `job-schedule-${schedule?.jobScheduleSetupId ?? 'new'}`,
    // The list is polled while the form is open.
    loadedVersion: schedule?.version ?? 0,
    messages: t,
    labels: {
      jobCd: t.job_which,
      jobNm: t.job_name,
      cronTxt: t.job_cron,
      timeZone: t.job_zone,
      parametersTxt: t.job_parameters,
      notifyEmailTxt: t.job_notify,
      disableFlg: t.job_disable_flag,
    },
    invalidate: [listJobSchedules],
    save: async ({ jobCd, ...body }) => {
      if (schedule === null) {
        await call(addJobSchedule, { params: { uid }, body: { ...body, jobCd } })
        return t.job_added
      }
      const { jobScheduleSetupId, version } = schedule
      await call(changeJobSchedule, { params: { uid, jobScheduleSetupId }, body: { ...body, version } })
      return t.job_changed
    },
    afterSave: (message) => {
      toast.success(message)
      back()
    },
  })
}

/** The jobs that are not scheduled; choosing one fills in its shipped schedule. */
function JobChoice({ form }: { form: Form<JobFields> }) {
  const { select_one: selectOne } = useTexts(generalTexts)
  const free = useFreeKinds()
  const field = form.field('jobCd')
  return (
    <SelectField
      {...field}
      options={[{ value: '', label: selectOne }, ...free.map(({ jobCd, jobNm }) => ({ value: jobCd, label: jobNm }))]}
      onChange={(event) => {
        field.onChange(event)
        const chosen = free.find(({ jobCd }) => jobCd === event.currentTarget.value)
        if (!chosen) return
        form.set('jobNm', chosen.jobNm)
        form.set('cronTxt', chosen.cronTxt)
        form.set('timeZone', chosen.timeZone ?? '')
      }}
    />
  )
}
