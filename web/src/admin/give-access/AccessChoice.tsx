import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessChangeKind } from '@portico/contract/access-changes/access-change-rules.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import type { AssignableSystem } from '@portico/contract/users/user-profile.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { PermissionMatrix } from '../../patterns/PermissionMatrix.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
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

const NONE: ReadonlySet<number> = new Set()

interface AccessChoiceProps {
  kind: AccessChangeKind
  /** Applications and pages alone, without what an application gives besides. */
  withoutRights?: boolean
  /** Applications of which something is given no longer: they can be taken away, also where they cannot be given. */
  stopped?: ReadonlySet<number>
  /** The search has the focus when the dialog opens. */
  isFirst: boolean
  /** Name of the form's field, and what is wrong with it: the search shows it. */
  name?: string
  error?: string | undefined
  /** What the search begins with. */
  typed: string
  /** The applications that the administrator can give. */
  systems: Pick<UseQueryResult<readonly AssignableSystem[]>, 'data' | 'isError' | 'refetch'>
  fields: PermissionFields
  onChange: (next: PermissionFields) => void
}

/** Applications with their rights, and the pages of those that are chosen; what is ended has no rights of its own. */
export function AccessChoice({
  kind,
  withoutRights = false,
  stopped = NONE,
  isFirst,
  name,
  error,
  typed,
  systems,
  fields,
  onChange,
}: AccessChoiceProps) {
  const t = useTexts(userProfileTexts)
  const { list_failed: failed } = useTexts(listTexts)
  const [search, setSearch] = useState(typed)
  return (
    <>
      {/* Takes keys while the applications load. */}
      <SearchField
        {...(isFirst && { 'data-autofocus': true })}
        name={name}
        error={error}
        label={t.permissions_search}
        clearLabel={t.permissions_clear}
        value={search}
        onChange={setSearch}
      />
      <QueryContent query={systems} failed={failed}>
        {(data) => (
          <FoundAccess
            kind={kind}
            withoutRights={withoutRights}
            stopped={stopped}
            search={search}
            systems={data}
            fields={fields}
            onChange={onChange}
          />
        )}
      </QueryContent>
    </>
  )
}

interface FoundAccessProps extends Pick<AccessChoiceProps, 'kind' | 'withoutRights' | 'fields' | 'onChange'> {
  stopped: ReadonlySet<number>
  search: string
  systems: readonly AssignableSystem[]
}

/** What is chosen, and the applications that the search finds. */
function FoundAccess({ kind, withoutRights, stopped, search, systems, fields, onChange }: FoundAccessProps) {
  const t = useTexts(userProfileTexts)
  const [{ systems: firstSystems, pages: firstPages }] = useState(fields)
  const isChosen = new Set(fields.systems.map(({ systemId }) => systemId))
  const found = systems.filter(({ systemNm }) => systemNm.toLowerCase().includes(search.trim().toLowerCase()))
  // What was chosen beforehand stays in sight, also where the administrator cannot give it: the review says why.
  const isKnown = new Set(systems.map(({ systemId }) => systemId))
  const shown = [
    ...[...fields.systems, ...firstSystems.filter(({ systemId }) => stopped.has(systemId) && !isChosen.has(systemId))]
      .filter(({ systemId }) => !isKnown.has(systemId))
      .map(({ systemId, systemNm }) => ({ systemId, systemNm, sensitiveDataAssignableFlg: false })),
    ...systems.filter(({ systemId }) => isChosen.has(systemId)),
    ...found.filter(({ systemId }) => !isChosen.has(systemId)),
  ].slice(0, Math.max(SHOWN_MAX, isChosen.size + stopped.size))
  const assigned = { id: 'assigned', title: t.permission_assigned }
  const rights = [
    assigned,
    { id: 'admin', title: t.permission_admin },
    { id: 'sensitive', title: t.permission_sensitive },
  ]
  return (
    <>
      {found.length === 0 && <p role="status">{t.permissions_none}</p>}
      <PermissionMatrix
        label={t.profile_permissions}
        rowTitle={t.permissions_application}
        columns={kind === 'give' && !withoutRights ? rights : [assigned]}
        rows={shown.map(({ systemId, systemNm, sensitiveDataAssignableFlg }) => ({
          id: String(systemId),
          title: systemNm,
          readOnlyReason:
            isKnown.has(systemId) || stopped.has(systemId)
              ? undefined
              : formatMessage(t.permission_no_admin, { application: systemNm }),
          refused: {
            sensitive: sensitiveDataAssignableFlg
              ? undefined
              : formatMessage(t.permission_no_sensitive, { application: systemNm }),
          },
        }))}
        value={matrixOf(fields)}
        onChange={(row, column, isOn) => {
          const system = shown.find(({ systemId }) => String(systemId) === row)
          if (system) onChange(withRight(fields, system, column as PermissionColumn, isOn))
        }}
      />
      {found.length > SHOWN_MAX && <p>{formatMessage(t.permissions_more, { count: SHOWN_MAX })}</p>}
      <PageChecks
        title={t.permissions_pages_part}
        pages={firstPages.filter(({ systemId }) => kind === 'end' || !isChosen.has(systemId))}
        fields={fields}
        onChange={onChange}
      />
      {kind === 'give' &&
        fields.systems.map((system) => (
          <PagesOfSystem
            key={system.systemId}
            system={system}
            kept={firstPages.filter(({ systemId }) => systemId === system.systemId && stopped.has(systemId))}
            fields={fields}
            onChange={onChange}
          />
        ))}
    </>
  )
}

interface PagesOfSystemProps extends Pick<AccessChoiceProps, 'fields' | 'onChange'> {
  system: SystemPermission
  /** Pages that can be taken away, also where they cannot be given. */
  kept: PermissionFields['pages']
}

/** The pages of a chosen application that the administrator can give or take away. */
function PagesOfSystem({ system: { systemId, systemNm }, kept, fields, onChange }: PagesOfSystemProps) {
  const t = useTexts(userProfileTexts)
  const { uid } = useSignedIn()
  const pages = (useQuery(userPagesQuery(uid, systemId)).data ?? []).filter(({ assignableFlg }) => assignableFlg)
  return (
    <PageChecks
      title={`${systemNm}: ${t.permissions_pages_part}`}
      pages={[
        ...pages.map(({ pageId, pageNm }) => ({ pageId, pageNm, systemId })),
        ...kept.filter((one) => pages.every(({ pageId }) => pageId !== one.pageId)),
      ]}
      fields={fields}
      onChange={onChange}
    />
  )
}

interface PageChecksProps extends Pick<AccessChoiceProps, 'fields' | 'onChange'> {
  title: string
  pages: readonly { pageId: number; pageNm: string; systemId: number }[]
}

/** Pages to choose from; nothing where there are none. */
function PageChecks({ title, pages, fields, onChange }: PageChecksProps) {
  const pageName = usePortalPageName()
  if (pages.length === 0) return null
  const turn = ({ pageId, pageNm, systemId }: PageChecksProps['pages'][number], isOn: boolean) => {
    const others = fields.pages.filter((page) => page.pageId !== pageId)
    onChange({ ...fields, pages: isOn ? [...others, { pageId, pageNm, systemId, endDt: null }] : others })
  }
  return (
    <fieldset>
      <legend>{title}</legend>
      {pages.map((page) => (
        <CheckField
          key={page.pageId}
          label={pageName(page.pageNm)}
          checked={fields.pages.some(({ pageId }) => pageId === page.pageId)}
          onChange={(isOn) => turn(page, isOn)}
        />
      ))}
    </fieldset>
  )
}
