import * as z from 'zod/mini'
import { completeAddress, isWebAddress, LINK_ADDRESS_MAX, LINK_NAME_MAX } from '@portico/contract/links/link-rules.ts'
import { listLinks, saveLink, type UserLink } from '@portico/contract/links/links.ts'
import { linkTexts } from '@portico/contract/links/link-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { TextField } from '../../ui/TextField.tsx'

const linkForm = z.object({
  linkNm: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'link_name_missing', abort: true }),
      z.maxLength(LINK_NAME_MAX, 'field_too_long'),
    ),
  // Trimmed, and with the scheme if it was omitted.
  linkUrlTxt: z.string().check(
    z.overwrite(completeAddress),
    z.minLength(1, { error: 'link_address_missing', abort: true }),
    z.maxLength(LINK_ADDRESS_MAX, { error: 'field_too_long', abort: true }),
    z.refine((address) => isWebAddress(address) && URL.canParse(address), 'link_address_invalid'),
  ),
})

/** Adds a link, or changes the given one (LINK-006, LINK-007, LINK-012). */
export function LinkModal({ link, onClose }: { link: UserLink | null; onClose: () => void }) {
  const t = useTexts(linkTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    schema: linkForm,
    initial: { linkNm: link?.linkNm ?? '', linkUrlTxt: link?.linkUrlTxt ?? '' },
    draftKey: link ? `link-${link.userLinkId}` : 'new-link',
    labels: { linkNm: t.link_name, linkUrlTxt: t.link_address },
    messages: {
      link_name_missing: t.link_name_missing,
      link_address_missing: t.link_address_missing,
      link_address_invalid: t.link_address_invalid,
    },
    invalidate: [listLinks],
    save: async (fields) => {
      const body = link ? { ...fields, userLinkId: link.userLinkId } : fields
      const { message } = await request(saveLink, { params: { uid }, body })
      return message
    },
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={link ? t.link_edit_title : t.link_add_title}
      submitLabel={link ? t.link_save : t.links_add}
      closeAfterMs={CLOSE_AFTER_MS.record}
    >
      <TextField {...form.field('linkNm')} maxLength={LINK_NAME_MAX} data-autofocus />
      <TextField
        {...form.field('linkUrlTxt')}
        help={t.link_address_help}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={LINK_ADDRESS_MAX}
      />
    </EditDialog>
  )
}
