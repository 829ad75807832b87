import type { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import type { GroupItem } from '@portico/contract/scim/directory-groups.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'

/** One application or page that a set gives, and whether it goes no further. */
export function accessWords(
  { systemNm, pageNm, givenFlg, givenByNm }: GroupItem,
  t: Texts<typeof permissionSetPageTexts>,
  pageName: (pageNm: string) => string,
): string {
  const access = pageNm === null ? systemNm : `${systemNm} / ${pageName(pageNm)}`
  if (givenFlg) return access
  return givenByNm === null
    ? formatMessage(t.set_stopped_unknown, { access })
    : formatMessage(t.set_stopped, { access, name: givenByNm })
}
