import { useQuery } from '@tanstack/react-query'
import { listUserImports } from '@portico/contract/user-import/user-import.ts'
import { userConditionTexts } from '@portico/contract/users/user-condition-texts.ts'
import { columnFieldsFor } from '@portico/contract/users/user-fields.ts'
import { userFieldTexts } from '@portico/contract/users/user-field-texts.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { searchEmployers, userConditions, userStatuses } from '@portico/contract/users/users.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { callLookup } from '../../patterns/call-lookup.ts'

const statusNames: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(userStatuses).map(([name, code]) => [code, name]),
)

const statusOption = ({ clsVldValId, valueMediumNm }: { clsVldValId: number; valueMediumNm: string }) => ({
  value: statusNames[clsVldValId] ?? '',
  label: valueMediumNm,
})

/** The filters of the user list; that of an import is there where the address has one. */
export function useUserFilters(statuses: Parameters<typeof statusOption>[0][], importId: number | undefined) {
  const t = { ...useTexts(userListTexts), ...useTexts(userFieldTexts), ...useTexts(userConditionTexts) }
  const { uid, isInternal } = useSignedIn()
  const imports = useQuery({
    ...query(listUserImports, { params: { uid } }),
    enabled: importId !== undefined,
    staleTime: 0,
  })
  const employer = {
    name: 'employer',
    kind: 'lookup',
    label: t.users_employer,
    lookup: callLookup(uid, searchEmployers),
  } as const
  const nameOfImport = () => {
    const found = imports.data?.find((each) => each.importId === importId)
    if (found) return found.fileNm
    // A list that was loaded before may be older than the import.
    return imports.isSuccess && imports.isFetchedAfterMount ? t.users_import_gone : ''
  }
  return [
    { name: 'name', kind: 'search', label: t.users_search } as const,
    ...(importId === undefined
      ? []
      : [
          {
            name: 'import',
            kind: 'choice',
            isId: true,
            label: t.users_import_filter,
            options: [{ value: String(importId), label: nameOfImport() }],
          } as const,
        ]),
    { name: 'status', kind: 'choice', label: t.users_status, options: statuses.map(statusOption) } as const,
    ...(isInternal ? [employer] : []),
    { name: 'signedInBefore', kind: 'day', label: t.users_signed_in_before } as const,
    {
      name: 'condition',
      kind: 'choice',
      label: t.users_condition,
      options: userConditions.map((value) => ({ value, label: t[`users_condition_${value}`] })),
    } as const,
    ...columnFieldsFor(isInternal).map(({ wire, heading }) => ({
      name: wire,
      kind: 'text' as const,
      label: t[heading],
    })),
  ]
}
