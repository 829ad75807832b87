import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { PagesFailed } from '../user-profile/PagesFailed.tsx'
import { newUserPagesQuery } from './add-user-queries.ts'
import type { ChosenSystem } from './add-user-steps.ts'
import classes from './AddUser.module.css'
import { grantablePages } from './copy-permissions.ts'
import { NoPageNote } from './NoPageNote.tsx'

interface SystemPagesProps {
  system: ChosenSystem
  /** Internal-only pages are offered for internal users alone. */
  isForInternal: boolean
  onChange: (next: ChosenSystem) => void
}

/** The pages of one application that the new user gets; nothing where it has none to grant. */
export function SystemPages({ system, isForInternal, onChange }: SystemPagesProps) {
  const { uid } = useSignedIn()
  const pageName = usePortalPageName()
  const answered = useQuery(newUserPagesQuery(uid, system.systemId))
  const t = useTexts(userProfileTexts)
  const offered = answered.data ?? []
  const grantable = new Set(grantablePages(offered, isForInternal))
  // What was chosen while the user was internal can be taken back, and does not vanish under the focus.
  const [chosenBefore] = useState(() => new Set(system.pages.map(({ pageId }) => pageId)))
  const pages = offered.filter((page) => grantable.has(page) || chosenBefore.has(page.pageId))
  const turn = (page: ChosenSystem['pages'][number], isOn: boolean) => {
    const others = system.pages.filter(({ pageId }) => pageId !== page.pageId)
    onChange({ ...system, pages: isOn ? [...others, page] : others })
  }
  if (answered.isError) return <PagesFailed application={system.systemNm} onRetry={() => void answered.refetch()} />
  if (pages.length === 0) return null
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['part']}>{system.systemNm}</legend>
      {pages.map(({ pageId, pageNm, internalUserPage }) => (
        <CheckField
          key={pageId}
          label={pageName(pageNm)}
          help={internalUserPage && !isForInternal ? t.permissions_internal : undefined}
          checked={system.pages.some((page) => page.pageId === pageId)}
          onChange={(isOn) => turn({ pageId, pageNm }, isOn)}
        />
      ))}
      <NoPageNote system={system} isForInternal={isForInternal} />
    </fieldset>
  )
}
