import pg from 'pg'

import { StartError } from '../start-error.ts'
import { serverMajor } from './owner-connection.ts'

/** The role every request acts as. It owns nothing, so row-level security and its grants hold it. */
export const portalRole = 'portal_app'

interface RoleRights {
  readonly login: string
  readonly exists: boolean
  readonly mayCreate: boolean
  readonly mayAssume: boolean
}

/** What the connected role can do about portal_app. */
export async function readRoleRights(client: pg.Client): Promise<RoleRights> {
  // Since 16 being a member of a role does not say that one may act as it.
  const privilege = (await serverMajor(client)) >= 16 ? 'SET' : 'MEMBER'
  const { rows } = await client.query<RoleRights>(
    `select current_user::text as login, portal.oid is not null as exists,
       me.rolcreaterole or me.rolsuper as "mayCreate",
       me.rolsuper or coalesce(pg_has_role(current_user, portal.oid, $2), false) as "mayAssume"
     from pg_roles me left join pg_roles portal on portal.rolname = $1
     where me.rolname = current_user`,
    [portalRole, privilege],
  )
  const rights = rows[0]
  if (!rights) throw new Error('The connected role is not listed in pg_roles.')
  return rights
}

/** Lets a role act as portal_app. */
export const grantStatement = (login: string): string => `GRANT ${portalRole} TO ${pg.escapeIdentifier(login)};`

/** What an administrator runs where the connected role may not: only what is missing. */
export function statementsForAdministrator({ login, exists }: Pick<RoleRights, 'login' | 'exists'>): string {
  return `${exists ? '' : `CREATE ROLE ${portalRole} NOLOGIN; `}${grantStatement(login)}`
}

/**
 * Creates portal_app and lets the connected role act as it. Roles belong to the whole server, so a concurrent
 * migration of another database may do the same.
 */
export async function ensurePortalRole(client: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const rights = await readRoleRights(client)
    if (rights.mayAssume && rights.exists) return
    try {
      if (!rights.exists) await client.query(`create role ${portalRole} nologin`)
      else await client.query(`grant ${portalRole} to current_user`)
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if (code === '42501') {
        throw new StartError(
          `The database role ${rights.login} may not ${rights.exists ? 'act as' : 'create'} the role ${portalRole}: ask an administrator to run ` +
            statementsForAdministrator(rights),
          { cause: error },
        )
      }
      // 42710, 23505 and XX000: a concurrent process was faster or wrote the same catalog row.
      if (attempt > 20 || !code || !['42710', '23505', 'XX000'].includes(code)) throw error
    }
  }
}
