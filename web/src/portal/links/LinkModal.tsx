import { useState } from 'react'
import type { UserLink } from '@portico/contract/links.ts'
import { LINK_ADDRESS_MAX, LINK_NAME_MAX } from '@portico/contract/link-rules.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { linkTexts } from '@portico/contract/texts/link-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { ModalForm } from '../../ui/ModalForm.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useTyped } from '../../ui/typed.ts'
import { completed, errorsOf, keepLink, type LinkErrors, type LinkFields } from './link-queries.ts'

/** How long a change of links is said (LINK-012). */
export const CLOSE_AFTER_MS = 3_500

/** Adds a link, or changes the given one (LINK-006, LINK-007). */
export function LinkModal({ link, onClose }: { link: UserLink | null; onClose: () => void }) {
  const t = useTexts(linkTexts)
  const general = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const [typed, setTyped] = useTyped<LinkFields>(link ? `link-${link.userLinkId}` : 'new-link', {
    linkNm: link?.linkNm ?? '',
    linkUrlTxt: link?.linkUrlTxt ?? '',
  })
  const [errors, setErrors] = useState<LinkErrors>({})
  const field = (name: keyof LinkFields) => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setTyped((before) => ({ ...before, [name]: value }))
      setErrors(({ [name]: _gone, ...others }) => others)
    },
  })
  const submit = async () => {
    const fields = completed(typed)
    setTyped(fields)
    const wrong = errorsOf(fields, { ...t, field_too_long: general.field_too_long })
    const kept =
      Object.keys(wrong).length > 0
        ? wrong
        : await keepLink(uid, link ? { ...fields, userLinkId: link.userLinkId } : fields)
    if ('ok' in kept) return kept
    setErrors(kept)
    return null
  }
  return (
    <ModalForm
      opened
      onClose={onClose}
      onSubmit={submit}
      title={link ? t.link_edit_title : t.link_add_title}
      submitLabel={link ? t.link_save : t.links_add}
      cancelLabel={general.cancel}
      closeAfterMs={CLOSE_AFTER_MS}
    >
      <TextField label={t.link_name} {...field('linkNm')} maxLength={LINK_NAME_MAX} required data-autofocus />
      <TextField
        label={t.link_address}
        help={t.link_address_help}
        {...field('linkUrlTxt')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={LINK_ADDRESS_MAX}
        required
      />
    </ModalForm>
  )
}
