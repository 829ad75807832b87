import { addJobSchedule, changeJobSchedule, listJobSchedules, removeJobSchedule } from '@portico/contract/jobs/jobs.ts'
import { saveResourceText } from '@portico/contract/texts/resource-texts.ts'
import { languages } from '@portico/contract/texts/languages.ts'
import { withoutDirectionMarks } from '@portico/contract/plain-name.ts'
import { z } from 'zod'
import { listAllWordings } from '../../areas/texts/public.ts'
import { Refusal } from '../../http/answers.ts'
import { configurationKind, EntryProblem, type KindContext, resultOf } from '../configuration-kind.ts'
import { Line, Name, Text, TextOrNone } from './entry-shapes.ts'
import { rowsOf } from './rows-of.ts'

export const jobKind = configurationKind({
  name: 'jobs',
  noun: 'job schedule',
  about: 'When the jobs of the portal run by themselves',
  shape: z.strictObject({
    job: Line.describe('Code of a job of the portal, such as purge-sessions'),
    name: Line.describe('What administrators read'),
    schedule: Line.describe('A cron expression, such as "30 3 * * *"'),
    timeZone: TextOrNone.describe('null: the business time zone'),
    parameters: Text,
    notify: TextOrNone.describe('Email address that a failure is sent to'),
    disabled: z.boolean(),
  }),
  key: ['job'],
  required: ['schedule'],
  wireFields: {
    jobCd: 'job',
    jobNm: 'name',
    cronTxt: 'schedule',
    timeZone: 'timeZone',
    parametersTxt: 'parameters',
    notifyEmailTxt: 'notify',
    disableFlg: 'disabled',
  },
  read: async (context) =>
    rowsOf(await context.call(listJobSchedules, {})).map((row) => ({
      id: row.jobScheduleSetupId,
      version: row.version,
      entry: {
        job: row.jobCd,
        name: row.jobNm,
        schedule: row.cronTxt,
        timeZone: row.timeZone,
        parameters: row.parametersTxt,
        notify: row.notifyEmailTxt,
        disabled: row.disableFlg,
      },
    })),
  add: async (context, entry) => {
    const body = { ...sentJob(entry), jobCd: entry.job, cronTxt: entry.schedule }
    return resultOf(await context.call(addJobSchedule, { params: { uid: context.uid }, body }))
  },
  change: async (context, { present, differing }) => {
    const params = { uid: context.uid, jobScheduleSetupId: Number(present.id) }
    const body = { ...sentJob(differing), version: present.version }
    return resultOf(await context.call(changeJobSchedule, { params, body }))
  },
  remove: async (context, { id, version }) => {
    const params = { uid: context.uid, jobScheduleSetupId: Number(id) }
    return resultOf(await context.call(removeJobSchedule, { params, query: { version } }))
  },
})

interface SentJob {
  name?: string
  schedule?: string
  timeZone?: string | null
  parameters?: string
  notify?: string | null
  disabled?: boolean
}

const sentJob = ({ name, schedule, timeZone, parameters, notify, disabled }: SentJob) => ({
  jobNm: name,
  cronTxt: schedule,
  timeZone,
  parametersTxt: parameters,
  notifyEmailTxt: notify,
  disableFlg: disabled,
})

export const textKind = configurationKind({
  name: 'texts',
  noun: 'text',
  about: 'Texts of the portal that are worded otherwise than as shipped',
  shape: z.strictObject({
    key: Name.describe('Key of a text, as the screen of texts shows it'),
    language: z.enum(languages),
    client: Name.nullable().optional().describe('A client; absent or null: for everyone'),
    text: z.string().overwrite(withoutDirectionMarks),
  }),
  key: ['key', 'language', 'client'],
  required: ['text'],
  wireFields: { textKey: 'key', languageCd: 'language', clientId: 'client', contentTxt: 'text' },
  read: async ({ tx }) =>
    (await listAllWordings(tx)).map(({ key, language, clientId, clientName, content, version }) => ({
      id: [key, language, clientId ?? []].flat().join('/'),
      version,
      entry: { key, language, client: clientName, text: content },
    })),
  add: (context, entry) => saveText(context, entry, entry.text, null),
  change: (context, { present, wanted }) => saveText(context, wanted, wanted.text, present.version ?? null),
  remove: (context, { entry, version }) =>
    saveText(context, entry as { key: string; language: 'en' }, null, version ?? null),
})

async function saveText(
  context: KindContext,
  { key, language, client }: { key: string; language: (typeof languages)[number]; client?: string | null | undefined },
  contentTxt: string | null,
  version: number | null,
) {
  const owner = client ? await context.refer('clients', client, 'client') : null
  if (owner instanceof EntryProblem) return owner
  const body = { contentTxt, clientId: owner && Number(owner.id), languageCd: language, version }
  const saved = resultOf(await context.call(saveResourceText, { params: { uid: context.uid, textKey: key }, body }))
  return saved instanceof Refusal && saved.code === '404'
    ? new EntryProblem('key', `there is no text "${key}".`)
    : saved
}
