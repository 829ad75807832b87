import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { addUserTexts } from '@portico/contract/users/add-user-texts.ts'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import type { AssignableSystem } from '@portico/contract/users/user-profile.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { loadFrom } from '../../patterns/local-options.ts'
import { day } from '../../patterns/field-schemas.ts'
import { Combobox, pageAt } from '../../patterns/Combobox.tsx'
import { PermissionMatrix } from '../../patterns/PermissionMatrix.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { type StepProps, WizardForm } from '../../patterns/Wizard.tsx'
import { runAction } from '../../patterns/run-action.ts'
import { Alert } from '../../ui/Alert.tsx'
import { today } from '../../ui/day-bounds.ts'
import { type SetOption, SetPicker } from '../permissions/SetPicker.tsx'
import { newUserSystemsQuery } from './add-user-queries.ts'
import type { ChosenSystem, NewUser } from './add-user-steps.ts'
import { copyPermissions } from './copy-permissions.ts'
import { SystemPages } from './SystemPages.tsx'

// The page has as many scripts as it may have without it.
const DateField = lazyPart(() => import('../../patterns/DateField.tsx').then((module) => module.DateField))

const permissions = z.object({
  systems: z.custom<readonly ChosenSystem[]>(),
  sets: z.custom<readonly SetOption[]>(),
  setsEndDay: day(),
})

/** Step 2: applications and their pages; all may be left empty (UADM-019). */
export function PermissionsStep({ draft, onNext, onPrevious, submitLabel, refusedAt }: StepProps<NewUser>) {
  const t = useTexts(addUserTexts)
  const { field_optional: optional } = useTexts(formTexts)
  const { uid } = useSignedIn()
  const offered = useSuspenseQuery(newUserSystemsQuery(uid)).data
  const form = useForm({
    schema: permissions,
    initial: { systems: draft.systems, sets: draft.sets ?? [], setsEndDay: draft.setsEndDay ?? '' },
    draftKey: 'add-user-permissions',
    labels: { systems: t.add_user_applications, sets: t.add_user_sets, setsEndDay: t.add_user_sets_end },
    guardsLeaving: false,
    save: async (values) => {
      await onNext(values)
      return ''
    },
  })
  const { systems, sets } = form.values
  // So that the field is there for the Tab that leaves the sets.
  useEffect(() => DateField.preload(), [])
  // Until other sets, or another day, are chosen.
  const [refused, setRefused] = useState({ sets: refusedAt('setIds'), setsEndDay: refusedAt('setEndDt') })
  const set = (next: readonly ChosenSystem[]) => form.set('systems', next)
  const change = (next: ChosenSystem) => set(systems.map((one) => (one.systemId === next.systemId ? next : one)))
  return (
    <WizardForm
      title={t.add_user_permissions}
      form={form}
      submitLabel={submitLabel}
      onPrevious={() => onPrevious(form.values)}
    >
      <ColleagueField isInternal={draft.details.internalUserFlg} onCopied={set} />
      <Combobox
        multiple
        optionalMark={optional}
        name="systems"
        label={t.add_user_applications}
        help={t.add_user_applications_help}
        queryName="add-user-applications"
        load={loadFrom(() => offered.map(({ systemId, systemNm }) => ({ value: String(systemId), label: systemNm })))}
        selected={systems.map(({ systemId, systemNm }) => ({ value: String(systemId), label: systemNm }))}
        onChange={(chosen) =>
          set(
            chosen.map(
              ({ value, label }) =>
                systems.find(({ systemId }) => String(systemId) === value) ?? {
                  systemId: Number(value),
                  systemNm: label,
                  isAdmin: false,
                  hasSensitiveData: false,
                  pages: [],
                },
            ),
          )
        }
      />
      <SystemRights systems={systems} offered={offered} onChange={change} />
      {systems.map((system) => (
        <SystemPages
          key={system.systemId}
          system={system}
          isForInternal={draft.details.internalUserFlg}
          onChange={change}
        />
      ))}
      <SetPicker
        multiple
        optionalMark={optional}
        name="sets"
        clientId={Number(draft.details.employerId) || null}
        chosen={sets}
        error={form.errorOf('sets') ?? refused.sets}
        onChange={(next) => {
          setRefused({ ...refused, sets: undefined })
          form.set('sets', next)
          // Its field is gone, and so what is wrong there.
          if (next.length === 0) form.set('setsEndDay', '')
        }}
      />
      {sets.length > 0 && (
        <DateField
          {...form.field('setsEndDay')}
          error={form.errorOf('setsEndDay') ?? refused.setsEndDay}
          min={today()}
          help={t.add_user_sets_end_help}
          onChange={({ currentTarget }) => {
            setRefused({ ...refused, setsEndDay: undefined })
            form.set('setsEndDay', currentTarget.value)
          }}
        />
      )}
    </WizardForm>
  )
}

interface SystemRightsProps {
  systems: readonly ChosenSystem[]
  offered: readonly AssignableSystem[]
  onChange: (next: ChosenSystem) => void
}

/** The rights of the new user by application. */
function SystemRights({ systems, offered, onChange }: SystemRightsProps) {
  const t = useTexts(userProfileTexts)
  if (systems.length === 0) return null
  const maySeeSensitiveData = (id: number) =>
    offered.find(({ systemId }) => systemId === id)?.sensitiveDataAssignableFlg === true
  return (
    <PermissionMatrix
      label={t.profile_permissions}
      rowTitle={t.permissions_application}
      columns={[
        { id: 'admin', title: t.permission_admin },
        { id: 'sensitive', title: t.permission_sensitive },
      ]}
      rows={systems.map(({ systemId, systemNm }) => ({
        id: String(systemId),
        title: systemNm,
        refused: {
          sensitive: maySeeSensitiveData(systemId)
            ? undefined
            : formatMessage(t.permission_no_sensitive, { application: systemNm }),
        },
      }))}
      value={Object.fromEntries(
        systems.map(({ systemId, isAdmin, hasSensitiveData }) => [
          String(systemId),
          [...(isAdmin ? ['admin'] : []), ...(hasSensitiveData ? ['sensitive'] : [])],
        ]),
      )}
      onChange={(row, column, isOn) => {
        const system = systems.find(({ systemId }) => String(systemId) === row)
        if (system) onChange({ ...system, [column === 'admin' ? 'isAdmin' : 'hasSensitiveData']: isOn })
      }}
    />
  )
}

interface ColleagueFieldProps {
  isInternal: boolean
  onCopied: (systems: readonly ChosenSystem[]) => void
}

/** Replaces the permissions by those of a colleague, as far as the administrator may grant them. */
function ColleagueField({ isInternal, onCopied }: ColleagueFieldProps) {
  const t = useTexts(addUserTexts)
  const { field_optional: optional } = useTexts(formTexts)
  const { uid } = useSignedIn()
  const [result, setResult] = useState<{ tone: 'success' | 'error'; text: string } | null>(null)
  const copy = async (userId: number, name: string) => {
    const { ok, message } = await runAction(async () => {
      const copied = await copyPermissions({ uid, userId, name, isInternal }, t)
      onCopied(copied.systems)
      return copied.message
    })
    setResult({ tone: ok ? 'success' : 'error', text: message })
  }
  return (
    <>
      <Combobox
        optionalMark={optional}
        label={t.add_user_copy}
        help={t.add_user_copy_help}
        queryName="add-user-colleagues"
        load={async (text, offset) => {
          const body = {
            nm: text,
            userStatusIds: [1 as const],
            ...pageAt(offset),
          }
          const { result: users, totalResults } = await call(listUsers, { params: { uid }, body })
          const rows = users.map(({ userId, firstNm, lastNm, userNm }) => ({
            value: String(userId),
            label: `${firstNm} ${lastNm} (${userNm})`,
          }))
          return { rows, total: totalResults }
        }}
        selected={[]}
        onChange={([chosen]) => {
          if (chosen) void copy(Number(chosen.value), chosen.label)
        }}
      />
      {result && <Alert tone={result.tone}>{result.text}</Alert>}
    </>
  )
}
