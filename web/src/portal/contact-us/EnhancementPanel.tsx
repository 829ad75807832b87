import { useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { COMMENT_MAX_LENGTH, listEnhanceReqs, sendEnhanceReq } from '@portico/contract/contact/contact.ts'
import { contactTexts } from '@portico/contract/contact/contact-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { enhanceSectionsQuery } from './contact-queries.ts'

/** The form to send an enhancement request for an application (CONT-004). */
export function EnhancementPanel() {
  const t = useTexts(contactTexts)
  const { uid } = useSignedIn()
  const { data: sections } = useSuspenseQuery(enhanceSectionsQuery(uid))
  return (
    <Panel title={t.enhancement_title} help={t.enhancement_help}>
      {sections.length === 0 ? (
        <EmptyState drawing="tiles" title={t.enhancement_none_allowed} compact />
      ) : (
        <PanelBody>
          <EnhancementForm sections={sections} />
        </PanelBody>
      )}
    </Panel>
  )
}

const enhancementForm = z.object({
  sectionId: z.string().check(z.minLength(1, 'enhancement_section_missing')),
  comment: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'enhancement_comment_missing', abort: true }),
      z.maxLength(COMMENT_MAX_LENGTH, 'field_too_long'),
    ),
  contactMeFlag: z.boolean(),
})
const initial = { sectionId: '', comment: '', contactMeFlag: false }

interface EnhancementFormProps {
  sections: readonly { sectionId: number; sectionNm: string }[]
}

function EnhancementForm({ sections }: EnhancementFormProps) {
  const t = useTexts(contactTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    draftKey: 'enhancement',
    schema: enhancementForm,
    messages: t,
    initial,
    labels: {
      sectionId: t.enhancement_section,
      comment: t.enhancement_comment,
      contactMeFlag: t.enhancement_contact_me,
    },
    clearsAfterSave: true,
    invalidate: [listEnhanceReqs],
    save: async ({ sectionId, ...body }) => {
      const params = { uid, sectionId: Number(sectionId) }
      const { data, message } = await request(sendEnhanceReq, { params, body: { ...body, sectionId: undefined } })
      return `${message} ${formatMessage(t.enhancement_number, { number: data.requestNo })}`
    },
  })
  const left = COMMENT_MAX_LENGTH - form.values.comment.length
  return (
    <FormPanel title={t.enhancement_title} form={form} submitLabel={t.enhancement_send}>
      <SelectField
        {...form.field('sectionId')}
        options={[
          { value: '', label: t.enhancement_section_choose },
          ...sections.map(({ sectionId, sectionNm }) => ({ value: String(sectionId), label: sectionNm })),
        ]}
      />
      <TextAreaField
        {...form.field('comment')}
        help={formatMessage(t.enhancement_comment_help, { left: Math.max(0, left) })}
      />
      <CheckField {...form.check('contactMeFlag')} help={t.enhancement_contact_me_help} />
    </FormPanel>
  )
}
