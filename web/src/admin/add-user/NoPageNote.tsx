import { useQuery } from '@tanstack/react-query'
import { addUserTexts } from '@portico/contract/users/add-user-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { newUserPagesQuery } from './add-user-queries.ts'
import type { ChosenSystem } from './add-user-steps.ts'
import { grantablePages } from './copy-permissions.ts'
import classes from './AddUser.module.css'

interface NoPageNoteProps {
  system: ChosenSystem
  isForInternal: boolean
}

/** Says that the user will see nothing of an application, where pages of it could be given and none is. */
export function NoPageNote({ system: { systemId, systemNm, pages }, isForInternal }: NoPageNoteProps) {
  const t = useTexts(addUserTexts)
  const { uid } = useSignedIn()
  const { data: offered = [] } = useQuery(newUserPagesQuery(uid, systemId))
  if (pages.length > 0 || grantablePages(offered, isForInternal).length === 0) return null
  return <p className={classes['note']}>{formatMessage(t.add_user_no_page, { application: systemNm })}</p>
}
