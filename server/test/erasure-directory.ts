import { type MarkedRows, marked, withMarkers } from './erasure-markers.ts'
import type { Portal } from './portal.ts'

interface Provided {
  userId: number
  clientId: number
  userName: string
}

/** Writes what directories state about the user, that of their employer and another one. */
export async function addDirectoryRows(
  portal: Portal,
  { add, filled }: Pick<MarkedRows, 'add' | 'filled'>,
  { userId, clientId, userName }: Provided,
): Promise<void> {
  const source = marked('scim_users', 'doc')
  await add('scim_users', {
    client_id: clientId,
    user_id: userId,
    doc: { userName: source, externalId: source, emails: [{ value: source }] },
    is_active: true,
  })
  for (const derived of ['user_name_folded', 'external_id', 'emails_folded']) filled.add(`scim_users.${derived}`)
  await add('scim_conflicts', {
    client_id: clientId,
    user_id: userId,
    reason: 'administrator',
    ...withMarkers('scim_conflicts', ['user_name', 'external_id']),
  })
  filled.add('scim_conflicts.user_name_folded')
  await add('scim_requests', {
    client_id: clientId,
    user_id: userId,
    method: 'POST',
    status: 409,
    duration_ms: 5,
    ...withMarkers('scim_requests', ['path', 'detail', 'user_name', 'body']),
  })
  filled.add('scim_requests.user_name_folded')
  await add('scim_requests', {
    client_id: clientId,
    method: 'GET',
    path: '/Users',
    status: 200,
    duration_ms: 5,
    user_name: userName.toUpperCase(),
  })
  // Those that name them as their directory does, without an account.
  for (const named of [
    { path: `/Users?filter=externalId eq "${source}"` },
    { path: '/Users', body: JSON.stringify({ externalId: source }) },
    { path: '/Users', user_name: source.toUpperCase() },
  ])
    await add('scim_requests', { client_id: clientId, method: 'GET', status: 200, duration_ms: 5, ...named })
  for (const named of [
    { user_name: source.toUpperCase() },
    { user_name: 'renamed in the directory', external_id: source },
  ])
    await add('scim_conflicts', { client_id: clientId, reason: 'other-person', ...named })
  // Of a directory of another employer, which never learns whose account is in its way.
  await add('scim_conflicts', {
    client_id: await portal.make.client(),
    reason: 'name-taken',
    user_name: userName.toUpperCase(),
  })
}
