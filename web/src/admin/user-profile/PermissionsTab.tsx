import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { getUserDetail, updateUserPermissions } from '@portico/contract/users/user-profile.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { PermissionMatrix } from '../../patterns/PermissionMatrix.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { useReview } from '../../patterns/use-review.tsx'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDay } from '../../ui/format.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { toast } from '../../ui/toast.ts'
import { ApplicationDialog } from './ApplicationDialog.tsx'
import {
  dayOfEnd,
  listedSystems,
  type ListedSystem,
  matrixOf,
  mergePermissions,
  type PermissionColumn,
  type PermissionFields,
  permissionFieldsOf,
  permissionsBody,
  permissionLabels,
  permissionWords,
  type PagePermission,
  type SystemPermission,
  withRight,
} from '../permissions/permissions-form.ts'
import { grantNotes, grantNoteTexts } from './grant-notes.ts'
import { userSystemsQuery } from '../permissions/assignable-queries.ts'
import { userProfileQuery } from './profile-queries.ts'
import { useReadOnlyReason } from './use-read-only-reason.ts'
import { SetsOfUser } from '../permission-sets/SetsOfUser.tsx'
import { systemAccounts } from '../system-accounts/screen.ts'
import classes from './UserProfile.module.css'

/** Applications shown at once; a search finds the others. */
const SHOWN_MAX = 100

const schema = z.object({
  systems: z.custom<readonly SystemPermission[]>(() => true),
  pages: z.custom<readonly PagePermission[]>(() => true),
})

/** The applications and pages of a user; loaded anew after every save (UADM-012). */
export function PermissionsTab({ userId }: { userId: number }) {
  const { uid } = useSignedIn()
  const { user } = useSuspenseQuery(userProfileQuery(uid, userId)).data.cpUser
  return (
    <div className={classes['parts']}>
      <SetsOfUser key={`sets of ${userId}`} user={user} disabledReason={useReadOnlyReason(userId)} />
      <PermissionsForm key={userId} userId={userId} />
    </div>
  )
}

const wordsOf = (t: Texts<typeof userProfileTexts>, page: (name: string) => string) => ({
  assigned: t.permission_assigned,
  admin: t.permission_admin,
  sensitive: t.permission_sensitive,
  until: (endDt: string) => formatMessage(t.permission_until, { date: formatDay(dayOfEnd(endDt)) }),
  page,
})

function usePermissionsForm(userId: number) {
  const t = useTexts(userProfileTexts)
  const pageName = usePortalPageName()
  const { uid } = useSignedIn()
  const { cpUser, permissionsVersion } = useSuspenseQuery(userProfileQuery(uid, userId)).data
  const initial = permissionFieldsOf(cpUser)
  const words = wordsOf(t, pageName)
  const review = useReview({ confirmLabel: t.profile_save_permissions })
  const form = useForm({
    schema,
    initial,
    loadedVersion: permissionsVersion,
    merge: mergePermissions,
    comparedAs: {
      fields: (values) => permissionWords(values, words),
      labels: (...states) => permissionLabels(states, words),
    },
    draftKey: `user-permissions-${userId}-${permissionsVersion}`,
    labels: { systems: t.permissions_application, pages: t.permissions_pages_part },
    save: async (values) => {
      await review.ask(
        permissionWords(initial, words),
        permissionWords(values, words),
        permissionLabels([initial, values], words),
      )
      const body = permissionsBody(values, permissionsVersion)
      const { message } = await request(updateUserPermissions, { params: { uid, userId }, body })
      toast.success(message)
      return ''
    },
    reload: () => Promise.all([invalidate(getUserDetail), invalidate(listUsers)]),
  })
  const change = ({ systems, pages }: PermissionFields) => {
    form.set('systems', systems)
    form.set('pages', pages)
  }
  return { form, review, change, initial }
}

/** Returns until when an application is held, who gave it and when it was opened last, as far as any of it is known. */
function useGrantNotes(userId: number, { systems }: PermissionFields): (systemId: number) => string | undefined {
  const t = useTexts(grantNoteTexts)
  const { uid } = useSignedIn()
  const { userSystems } = useSuspenseQuery(userProfileQuery(uid, userId)).data.cpUser
  return (systemId) => {
    const endDt = systems.find((system) => system.systemId === systemId)?.endDt ?? null
    const held = userSystems.find((system) => system.systemId === systemId)
    return grantNotes(endDt, held ?? { givenByNm: null, lastUsedDt: null }, t) || undefined
  }
}

function PermissionsForm({ userId }: { userId: number }) {
  const t = useTexts(grantNoteTexts)
  const { uid } = useSignedIn()
  const { cpUser } = useSuspenseQuery(userProfileQuery(uid, userId)).data
  const assignable = useSuspenseQuery(userSystemsQuery(uid)).data
  const { form, review, change, initial } = usePermissionsForm(userId)
  const [search, setSearch] = useState('')
  const [openId, setOpenId] = useState<number | null>(null)
  const listed = listedSystems(initial.systems, assignable)
  const found = listed.filter(({ systemNm }) => systemNm.toLowerCase().includes(search.trim().toLowerCase()))
  const opened = listed.find(({ systemId }) => systemId === openId)
  const readOnlyReason = useReadOnlyReason(userId)
  const fields = form.values
  const count = (id: number) => fields.pages.filter(({ systemId }) => systemId === id).length
  const noteOf = useGrantNotes(userId, fields)
  const pageNote = (id: number) => {
    const held = cpUser.userPages.find(({ pageId }) => pageId === id)
    return held ? grantNotes(null, { lastUsedDt: null, ...held, givenByNm: held.givenByNm ?? null }, t) : ''
  }
  const hasAccounts = (id: number) =>
    cpUser.userSystems.some(({ systemId, system }) => systemId === id && system.systemAccountSetupFlg)
  const rowOf = ({ systemId, systemNm, isAssignable, maySeeSensitiveData }: ListedSystem) => ({
    id: String(systemId),
    title: systemNm,
    note: noteOf(systemId),
    readOnlyReason: isAssignable ? undefined : formatMessage(t.permission_no_admin, { application: systemNm }),
    refused: {
      sensitive: maySeeSensitiveData ? undefined : formatMessage(t.permission_no_sensitive, { application: systemNm }),
    },
    action: (
      <>
        <Button
          size="s"
          aria-label={`${formatMessage(t.permissions_pages, { count: count(systemId) })}: ${systemNm}`}
          onClick={() => setOpenId(systemId)}
        >
          {formatMessage(t.permissions_pages, { count: count(systemId) })}
        </Button>{' '}
        {hasAccounts(systemId) && (
          <a href={systemAccounts.link({ userId, systemId })} target="_blank" rel="opener">
            {formatMessage(t.permissions_accounts, { application: systemNm })}
          </a>
        )}
      </>
    ),
  })
  return (
    <FormPanel
      title={t.profile_permissions}
      form={form}
      submitLabel={t.profile_save_permissions}
      disabledReason={readOnlyReason}
    >
      <SearchField label={t.permissions_search} clearLabel={t.permissions_clear} value={search} onChange={setSearch} />
      {found.length === 0 && <p role="status">{t.permissions_none}</p>}
      <PermissionMatrix
        label={t.profile_permissions}
        rowTitle={t.permissions_application}
        actionTitle={t.permissions_pages_part}
        columns={[
          { id: 'assigned', title: t.permission_assigned },
          { id: 'admin', title: t.permission_admin },
          { id: 'sensitive', title: t.permission_sensitive },
        ]}
        rows={found.slice(0, SHOWN_MAX).map(rowOf)}
        value={matrixOf(fields)}
        readOnlyReason={readOnlyReason}
        onChange={(row, column, isOn) => {
          const system = listed.find(({ systemId }) => String(systemId) === row)
          if (system) {
            const { systemId, systemNm } = system
            change(withRight(fields, { systemId, systemNm }, column as PermissionColumn, isOn))
          }
        }}
      />
      {found.length > SHOWN_MAX && <p>{formatMessage(t.permissions_more, { count: SHOWN_MAX })}</p>}
      {opened && (
        <ApplicationDialog
          system={opened}
          user={cpUser.user}
          fields={fields}
          pageNote={pageNote}
          isReadOnly={readOnlyReason !== undefined || !opened.isAssignable}
          onChange={change}
          onClose={() => setOpenId(null)}
        />
      )}
      {review.dialog}
    </FormPanel>
  )
}
