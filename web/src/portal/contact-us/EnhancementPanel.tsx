import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { COMMENT_MAX_LENGTH, listEnhanceReqs, sendEnhanceReq } from '@portico/contract/contact.ts'
import { contactTexts } from '@portico/contract/texts/contact-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { ApiError, request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { useTyped } from '../../ui/typed.ts'
import { enhanceSectionsQuery } from './contact-queries.ts'
import classes from './ContactUsPage.module.css'

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
        <EnhancementForm sections={sections} />
      )}
    </Panel>
  )
}

const nothing = { sectionId: '', comment: '', contactMe: false }
type Values = typeof nothing
type Errors = Partial<Record<keyof Values, string>>

interface EnhancementFormProps {
  sections: readonly { sectionId: number; sectionNm: string }[]
}

function EnhancementForm({ sections }: EnhancementFormProps) {
  const t = useTexts(contactTexts)
  const { form, values, errors, said, busy, set, submit } = useEnhancement()
  const left = COMMENT_MAX_LENGTH - values.comment.length
  return (
    <form ref={form} className={classes['form']} aria-label={t.enhancement_title} onSubmit={submit} noValidate>
      {/* Its text refers to the fields below. */}
      {said?.tone === 'error' && <Alert tone="error">{said.text}</Alert>}
      <SelectField
        name="sectionId"
        label={t.enhancement_section}
        value={values.sectionId}
        error={errors.sectionId}
        onChange={(event) => set({ sectionId: event.currentTarget.value })}
        options={[
          { value: '', label: t.enhancement_section_choose },
          ...sections.map(({ sectionId, sectionNm }) => ({ value: String(sectionId), label: sectionNm })),
        ]}
      />
      <TextAreaField
        name="comment"
        label={t.enhancement_comment}
        help={formatMessage(t.enhancement_comment_help, { left: Math.max(0, left) })}
        value={values.comment}
        error={errors.comment}
        onChange={(event) => set({ comment: event.currentTarget.value })}
      />
      <CheckField
        name="contactMeFlag"
        label={t.enhancement_contact_me}
        help={t.enhancement_contact_me_help}
        checked={values.contactMe}
        onChange={(contactMe) => set({ contactMe })}
      />
      {said?.tone === 'success' && (
        <div ref={focusOnMount} tabIndex={-1}>
          <Alert tone="success">{said.text}</Alert>
        </div>
      )}
      <div className={classes['actions']}>
        <Button kind="primary" type="submit" busy={busy}>
          {t.enhancement_send}
        </Button>
      </div>
    </form>
  )
}

function useEnhancement() {
  const t = useTexts(contactTexts)
  const general = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useTyped('enhancement', nothing)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Errors>({})
  const [said, setSaid] = useState<{ tone: 'success' | 'error'; text: string } | null>(null)
  const [busy, setBusy] = useState(false)

  const broken: Errors = {
    ...(values.sectionId === '' && { sectionId: t.enhancement_section_missing }),
    ...(values.comment.trim() === '' && { comment: t.enhancement_comment_missing }),
    ...(values.comment.trim().length > COMMENT_MAX_LENGTH && { comment: general.field_too_long }),
  }
  const set = (change: Partial<Values>) => {
    setValues((before) => ({ ...before, ...change }))
    setRefused({})
    setSaid(null)
  }
  const send = async () => {
    setBusy(true)
    setSaid(null)
    const params = { uid, sectionId: Number(values.sectionId) }
    const body = { comment: values.comment, contactMeFlag: values.contactMe, sectionId: undefined }
    try {
      const { data, message } = await request(sendEnhanceReq, { params, body })
      setValues(nothing)
      setTried(false)
      setSaid({
        tone: 'success',
        text: `${message} ${formatMessage(t.enhancement_number, { number: data.requestNo })}`,
      })
      await invalidate(listEnhanceReqs)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefused(Object.fromEntries(error.fields.map((issue) => [issue.field, issue.message])))
      if (error.fields.length === 0) setSaid({ tone: 'error', text: error.message })
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setTried(true)
    const [first, ...others] = Object.keys(broken)
    if (first === undefined) return void send()
    if (others.length > 0) setSaid({ tone: 'error', text: general.form_several_invalid })
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  return { form, values, errors: { ...(tried && broken), ...refused }, said, busy, set, submit }
}
