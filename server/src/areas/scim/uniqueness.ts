import { violatedConstraint } from '../../db/constraint-violation.ts'
import { ScimError } from './protocol/scim-error.ts'
import { ProvisioningConflict } from './users/conflict-store.ts'

/** Attributes by the unique index that holds them. */
const attributeOfIndex: Readonly<Record<string, string>> = {
  scim_users_by_name: 'userName',
  scim_users_by_external_id: 'externalId',
  scim_users_by_user: 'userName',
  scim_groups_by_name: 'displayName',
  scim_groups_by_external_id: 'externalId',
}

export const alreadyInUse = (attribute: string): ScimError =>
  new ScimError(409, `${attribute} is already in use`, 'uniqueness')

/** Answers with 409 where the database refuses what another resource, or another account, has already. */
export async function withUniqueness<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error) ?? ''
    const attribute = attributeOfIndex[constraint]
    if (attribute !== undefined) throw alreadyInUse(attribute)
    if (constraint === 'users_by_user_name') throw new ProvisioningConflict('name-taken')
    throw error
  }
}
