import { useQuery } from '@tanstack/react-query'
import {
  listManagedObjects,
  MANAGED_IDS_MAX,
  type ManagedKind,
  type ManagedObject,
} from '@portico/contract/managed-objects/managed-objects.ts'
import { call } from '../api/call.ts'
import { useSignedIn } from '../api/session.ts'

/** The objects of these that files of configuration manage, by their ids; none while they load, or where that fails. */
export function useManagedObjects(
  kindCd: ManagedKind | undefined,
  ids: readonly (number | string)[],
): ReadonlyMap<string, ManagedObject> {
  const { uid } = useSignedIn()
  const asked = ids.map(String)
  const { data } = useQuery({
    queryKey: [listManagedObjects.name, kindCd, asked],
    queryFn: () => (kindCd ? readManaged(uid, kindCd, asked) : []),
    enabled: kindCd !== undefined && asked.length > 0,
    // The marks stay while those of another page of the list load.
    placeholderData: (previous, former) => (former?.queryKey[1] === kindCd ? previous : undefined),
  })
  return new Map(data?.map((one) => [one.objectId, one]))
}

async function readManaged(uid: number, kindCd: ManagedKind, ids: readonly string[]): Promise<ManagedObject[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / MANAGED_IDS_MAX) }, (_, at) =>
    ids.slice(at * MANAGED_IDS_MAX, (at + 1) * MANAGED_IDS_MAX),
  )
  const found = await Promise.all(
    parts.map((part) => call(listManagedObjects, { params: { uid, kindCd }, query: { ids: part } })),
  )
  return found.flat()
}
