import { useQuery } from '@tanstack/react-query'
import { addUserTexts } from '@portico/contract/users/add-user-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { newUserPagesQuery } from './add-user-queries.ts'
import type { NewUser } from './add-user-steps.ts'
import { grantablePages } from './copy-permissions.ts'
import classes from './AddUser.module.css'

interface NoPageNoteProps {
  system: NewUser['systems'][number]
  draft: Pick<NewUser, 'details' | 'sets'>
}

/** Says that the user will see nothing of an application, where pages of it could be given and none is. */
export function NoPageNote({ system: { systemId, systemNm, pages }, draft: { details, sets = [] } }: NoPageNoteProps) {
  const t = useTexts(addUserTexts)
  const { uid } = useSignedIn()
  const { data: offered = [] } = useQuery(newUserPagesQuery(uid, systemId))
  if (pages.length > 0 || grantablePages(offered, details.internalUserFlg).length === 0) return null
  const note = sets.length > 0 ? t.add_user_no_page_but_sets : t.add_user_no_page
  return <p className={classes['note']}>{formatMessage(note, { application: systemNm })}</p>
}
