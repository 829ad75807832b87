import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessChangeKind } from '@portico/contract/access-changes/access-change-rules.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import type { AssignableSystem } from '@portico/contract/users/user-profile.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { PermissionMatrix } from '../../patterns/PermissionMatrix.tsx'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { userPagesQuery } from '../permissions/assignable-queries.ts'
import {
  matrixOf,
  type PermissionColumn,
  type PermissionFields,
  type SystemPermission,
  withRight,
} from '../permissions/permissions-form.ts'

/** Applications shown at once; a search finds the others. */
const SHOWN_MAX = 20

interface AccessChoiceProps {
  kind: AccessChangeKind
  /** What the search begins with. */
  typed: string
  systems: readonly AssignableSystem[]
  fields: PermissionFields
  onChange: (next: PermissionFields) => void
}

/** Applications with their rights, and the pages of those that are chosen; what is ended has no rights of its own. */
export function AccessChoice({ kind, typed, systems, fields, onChange }: AccessChoiceProps) {
  const t = useTexts(userProfileTexts)
  const [search, setSearch] = useState(typed)
  const isChosen = new Set(fields.systems.map(({ systemId }) => systemId))
  const found = systems.filter(({ systemNm }) => systemNm.toLowerCase().includes(search.trim().toLowerCase()))
  const shown = [
    ...systems.filter(({ systemId }) => isChosen.has(systemId)),
    ...found.filter(({ systemId }) => !isChosen.has(systemId)),
  ].slice(0, Math.max(SHOWN_MAX, isChosen.size))
  const assigned = { id: 'assigned', title: t.permission_assigned }
  const rights = [
    assigned,
    { id: 'admin', title: t.permission_admin },
    { id: 'sensitive', title: t.permission_sensitive },
  ]
  return (
    <>
      <SearchField
        data-autofocus
        label={t.permissions_search}
        clearLabel={t.permissions_clear}
        value={search}
        onChange={setSearch}
      />
      {found.length === 0 && <p role="status">{t.permissions_none}</p>}
      <PermissionMatrix
        label={t.profile_permissions}
        rowTitle={t.permissions_application}
        columns={kind === 'give' ? rights : [assigned]}
        rows={shown.map(({ systemId, systemNm, sensitiveDataAssignableFlg }) => ({
          id: String(systemId),
          title: systemNm,
          refused: {
            sensitive: sensitiveDataAssignableFlg
              ? undefined
              : formatMessage(t.permission_no_sensitive, { application: systemNm }),
          },
        }))}
        value={matrixOf(fields)}
        onChange={(row, column, isOn) => {
          const system = systems.find(({ systemId }) => String(systemId) === row)
          if (system) onChange(withRight(fields, system, column as PermissionColumn, isOn))
        }}
      />
      {found.length > SHOWN_MAX && <p>{formatMessage(t.permissions_more, { count: SHOWN_MAX })}</p>}
      {kind === 'give' &&
        fields.systems.map((system) => (
          <PagesOfSystem key={system.systemId} system={system} fields={fields} onChange={onChange} />
        ))}
    </>
  )
}

interface PagesOfSystemProps extends Pick<AccessChoiceProps, 'fields' | 'onChange'> {
  system: SystemPermission
}

/** The pages of a chosen application that the administrator can give. */
function PagesOfSystem({ system: { systemId, systemNm }, fields, onChange }: PagesOfSystemProps) {
  const t = useTexts(userProfileTexts)
  const { uid } = useSignedIn()
  const pageName = usePortalPageName()
  const pages = (useQuery(userPagesQuery(uid, systemId)).data ?? []).filter(({ assignableFlg }) => assignableFlg)
  if (pages.length === 0) return null
  const turn = (pageId: number, pageNm: string, isOn: boolean) => {
    const others = fields.pages.filter((page) => page.pageId !== pageId)
    onChange({ ...fields, pages: isOn ? [...others, { pageId, pageNm, systemId, endDt: null }] : others })
  }
  return (
    <fieldset>
      <legend>{`${systemNm}: ${t.permissions_pages_part}`}</legend>
      {pages.map(({ pageId, pageNm }) => (
        <CheckField
          key={pageId}
          label={pageName(pageNm)}
          checked={fields.pages.some((page) => page.pageId === pageId)}
          onChange={(isOn) => turn(pageId, pageNm, isOn)}
        />
      ))}
    </fieldset>
  )
}
