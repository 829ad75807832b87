import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminGroup } from '@portico/contract/preferences/admin-groups.ts'
import { getListPreferences, saveListPreferences } from '@portico/contract/preferences/preferences.ts'
import { call } from '../api/call.ts'
import { query, queryClient } from '../api/query.ts'
import { currentSession, useSignedIn } from '../api/session.ts'
import { type Preference, savePreference, shownInAnswer } from '../patterns/save-preference.ts'

const preferenceQuery = (uid: number) => ({
  ...query(getListPreferences, { params: { uid, listNm: 'navigation' } }),
  staleTime: Infinity,
  retry: false,
})

/** For the loader of the frame: without an answer the navigation has its default. */
export async function loadOpenGroups(): Promise<void> {
  const session = currentSession()
  if (session) await queryClient.prefetchQuery(preferenceQuery(session.uid))
}

const changedGroups = (uid: number): Preference<string[]> => ({
  key: `navigation ${uid}`,
  ...shownInAnswer(
    preferenceQuery(uid).queryKey,
    ({ hiddenColumns }) => hiddenColumns,
    (saved, hiddenColumns) => ({ ...saved, hiddenColumns }),
  ),
  save: (hiddenColumns) =>
    call(saveListPreferences, { params: { uid, listNm: 'navigation' }, body: { hiddenColumns } }),
})

interface OpenGroups {
  isOpen: (group: AdminGroup) => boolean
  toggle: (group: AdminGroup) => void
}

/**
 * Which groups of the navigation are open: that of the visited screen until the user closes it, and of the others those
 * that the user left open. What differs from the default is kept on the server.
 */
export function useOpenGroups(current: AdminGroup | 'top' | undefined, areOpenByDefault: boolean): OpenGroups {
  const { uid } = useSignedIn()
  const { data } = useQuery(preferenceQuery(uid))
  /** The groups stay as chosen for this visit, whatever the server says. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const changed = chosen ?? data?.hiddenColumns ?? []
  const [closedHere, setClosedHere] = useState<AdminGroup | null>(null)
  const [before, setBefore] = useState(current)
  if (before !== current) {
    setBefore(current)
    setClosedHere(null)
  }
  const isKeptOpen = (group: AdminGroup) => changed.includes(group) !== areOpenByDefault
  const isOpen = (group: AdminGroup) => (group === current ? group !== closedHere : isKeptOpen(group))
  const keep = (groups: string[]) => {
    setChosen(groups)
    // What is stored is not known, and stays.
    if (data !== undefined) void savePreference(changedGroups(uid), groups)
  }
  return {
    isOpen,
    toggle: (group) => {
      const opens = !isOpen(group)
      if (group === current) setClosedHere(opens ? null : group)
      if (opens === isKeptOpen(group)) return
      const others = changed.filter((one) => one !== group)
      keep(opens === areOpenByDefault ? others : [...others, group])
    },
  }
}
