import { completeAddress, isWebAddress, LINK_ADDRESS_MAX, LINK_NAME_MAX } from '@portico/contract/link-rules.ts'
import { deleteLink, listLinks, saveLink, type UserLink } from '@portico/contract/links.ts'
import type { generalTexts } from '@portico/contract/texts/general-texts.ts'
import type { linkTexts } from '@portico/contract/texts/link-texts.ts'
import { ApiError, ask } from '../../api/call.ts'
import { invalidate, query, queryClient } from '../../api/query.ts'
import type { Outcome } from '../../ui/ModalForm.tsx'

export const linksQuery = (uid: number) => query(listLinks, { params: { uid } })
export const loadLinks = (uid: number): Promise<unknown> => queryClient.ensureQueryData(linksQuery(uid))

export type LinkFields = Pick<UserLink, 'linkNm' | 'linkUrlTxt'>
export type LinkErrors = Partial<Record<keyof LinkFields, string>>
type Texts = Readonly<
  Record<keyof typeof linkTexts, string> & Pick<Record<keyof typeof generalTexts, string>, 'field_too_long'>
>

/** What the person most likely means: without blanks, the address with its scheme. */
export const completed = ({ linkNm, linkUrlTxt }: LinkFields): LinkFields => ({
  linkNm: linkNm.trim(),
  linkUrlTxt: completeAddress(linkUrlTxt),
})

/** What the server would refuse, said before it is asked. */
export function errorsOf({ linkNm, linkUrlTxt }: LinkFields, t: Texts): LinkErrors {
  const errors: LinkErrors = {}
  if (linkNm === '') errors.linkNm = t.link_name_missing
  else if (linkNm.length > LINK_NAME_MAX) errors.linkNm = t.field_too_long
  if (linkUrlTxt === '') errors.linkUrlTxt = t.link_address_missing
  else if (linkUrlTxt.length > LINK_ADDRESS_MAX) errors.linkUrlTxt = t.field_too_long
  else if (!isWebAddress(linkUrlTxt) || !URL.canParse(linkUrlTxt)) errors.linkUrlTxt = t.link_address_invalid
  return errors
}

/** Saves a link; what the server refuses of a field comes back by its name. */
export async function keepLink(uid: number, link: LinkFields & { userLinkId?: number }): Promise<Outcome | LinkErrors> {
  try {
    const { message } = await ask(saveLink, { params: { uid }, body: link })
    await invalidate(listLinks)
    return { ok: true, message }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const known = error.fields.filter(({ field }) => field === 'linkNm' || field === 'linkUrlTxt')
    return known.length > 0
      ? Object.fromEntries(known.map(({ field, message }) => [field, message]))
      : { ok: false, message: error.message }
  }
}

export async function dropLink(uid: number, userLinkId: number): Promise<Outcome> {
  try {
    const { message } = await ask(deleteLink, { params: { uid, userLinkId } })
    return { ok: true, message }
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, message: error.message }
    throw error
  } finally {
    await invalidate(listLinks)
  }
}
