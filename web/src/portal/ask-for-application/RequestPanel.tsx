import { useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  listOwnAccessRequests,
  listRequestableApplications,
  requestAccess,
  type RequestableApplication,
} from '@portico/contract/access-requests/access-requests.ts'
import { ACCESS_REASON_MAX } from '@portico/contract/limits.ts'
import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { requestableQuery } from './access-queries.ts'

/** Asks for one of the applications that the user may ask for. */
export function RequestPanel() {
  const t = useTexts(accessRequestTexts)
  const { uid } = useSignedIn()
  const { data: applications } = useSuspenseQuery(requestableQuery(uid))
  return (
    <Panel title={t.access_form_title}>
      {applications.length === 0 ? (
        <EmptyState drawing="tiles" title={t.access_none} hint={t.access_none_hint} compact />
      ) : (
        <PanelBody>
          <RequestForm applications={applications} />
        </PanelBody>
      )}
    </Panel>
  )
}

const requestForm = z.object({
  pageId: z.string().check(z.minLength(1, 'access_application_missing')),
  reasonTxt: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'access_reason_missing', abort: true }),
      z.maxLength(ACCESS_REASON_MAX, 'access_reason_too_long'),
    ),
})
const initial = { pageId: '', reasonTxt: '' }

function RequestForm({ applications }: { applications: readonly RequestableApplication[] }) {
  const t = useTexts(accessRequestTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    draftKey: 'access-request',
    schema: requestForm,
    messages: t,
    initial,
    labels: { pageId: t.access_application, reasonTxt: t.access_reason },
    clearsAfterSave: true,
    save: async ({ pageId, reasonTxt }) => {
      const body = { pageId: Number(pageId), reasonTxt }
      const { message } = await request(requestAccess, { params: { uid }, body })
      await Promise.all([invalidate(listRequestableApplications), invalidate(listOwnAccessRequests)])
      return message
    },
  })
  const left = ACCESS_REASON_MAX - form.values.reasonTxt.length
  return (
    <FormPanel title={t.access_form_title} form={form} submitLabel={t.access_send}>
      <SelectField
        {...form.field('pageId')}
        options={[
          { value: '', label: t.access_application_choose },
          ...applications.map(({ pageId, pageNm, sectionNm }) => ({
            value: String(pageId),
            label: formatMessage(t.access_application_option, { tile: sectionNm, application: pageNm }),
          })),
        ]}
      />
      <TextAreaField
        {...form.field('reasonTxt')}
        help={formatMessage(t.access_reason_help, { left: Math.max(0, left) })}
      />
    </FormPanel>
  )
}
