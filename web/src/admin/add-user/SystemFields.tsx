import { useQuery } from '@tanstack/react-query'
import { addUserTexts } from '@portico/contract/texts/add-user-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { pagesQuery } from './add-user-queries.ts'
import type { ChosenSystem } from './add-user-steps.ts'
import classes from './AddUser.module.css'
import { grantablePages } from './copy-permissions.ts'

interface SystemFieldsProps {
  system: ChosenSystem
  /** Internal-only pages are offered for internal users alone. */
  isForInternal: boolean
  maySeeSensitiveData: boolean
  onChange: (next: ChosenSystem) => void
}

/** The rights of the new user in one application. */
export function SystemFields({ system, isForInternal, maySeeSensitiveData, onChange }: SystemFieldsProps) {
  const t = useTexts(addUserTexts)
  const { uid } = useSignedIn()
  const pages = grantablePages(useQuery(pagesQuery(uid, system.systemId)).data ?? [], isForInternal)
  const turn = (page: ChosenSystem['pages'][number], isOn: boolean) => {
    const others = system.pages.filter(({ pageId }) => pageId !== page.pageId)
    onChange({ ...system, pages: isOn ? [...others, page] : others })
  }
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['part']}>{system.systemNm}</legend>
      <CheckField
        label={t.add_user_admin}
        checked={system.isAdmin}
        onChange={(isAdmin) => onChange({ ...system, isAdmin })}
      />
      {maySeeSensitiveData && (
        <CheckField
          label={t.add_user_sensitive}
          checked={system.hasSensitiveData}
          onChange={(hasSensitiveData) => onChange({ ...system, hasSensitiveData })}
        />
      )}
      {pages.map(({ pageId, pageNm }) => (
        <CheckField
          key={pageId}
          label={pageNm}
          checked={system.pages.some((page) => page.pageId === pageId)}
          onChange={(isOn) => turn({ pageId, pageNm }, isOn)}
        />
      ))}
    </fieldset>
  )
}
