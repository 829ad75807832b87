import { sentences } from '../../http/sentences.ts'

/** The permission sets and the groups of a directory that give something to a user, each by name. */
export interface NamedSources {
  readonly sets: readonly { readonly id: number; readonly name: string; readonly version: number }[]
  readonly groups: readonly string[]
}

/**
 * SQL: what sources give an application to a user, as NamedSources in jsonb, by the definitions of `source_members` and
 * `source_items`; a group gives also what its sets do. From the tables themselves, which are found by user, so that time
 * grows with the rows of a statement about many users.
 */
export const sourcesOfSystem = (userId: string, systemId: string): string => `
  (select jsonb_build_object(
            'sets', coalesce(jsonb_agg(jsonb_build_object('id', named.id, 'name', named.name, 'version', named.version)
                                       order by lower(named.name), named.id) filter (where named.kind = 'set'), '[]'),
            'groups', coalesce(jsonb_agg(named.name order by lower(named.name), named.id)
                                 filter (where named.kind = 'group'), '[]'))
     from (select 'set' as kind, one.id, one.name, one.version
             from permission_set_holders had
             join users person on person.id = had.user_id
             join permission_sets one on one.id = had.set_id and one.deleted_at is null
              and (one.client_id is null or one.client_id = person.client_id)
             join permission_set_items part
               on part.set_id = one.id and part.system_id = ${systemId} and part.page_id is null
            where had.user_id = ${userId} and had.valid_to is null
              and (had.ends_at is null or had.ends_at > clock_now())
           union all
           select 'group', provided.id, provided.doc ->> 'displayName', null
             from scim_users account
             join users person on person.id = account.user_id and person.client_id = account.client_id
             join scim_group_members link on link.client_id = account.client_id and link.member_id = account.id
             join scim_groups provided on provided.client_id = link.client_id and provided.id = link.group_id
            where account.user_id = ${userId} and account.deleted_at is null
              and (exists (
                     select from scim_group_grants given
                      where given.client_id = provided.client_id and given.group_id = provided.id
                        and given.system_id = ${systemId} and given.page_id is null)
                   or exists (
                     select from scim_group_sets given
                       join permission_sets one on one.id = given.set_id and one.deleted_at is null
                        and (one.client_id is null or one.client_id = given.client_id)
                       join permission_set_holders had
                         on had.set_id = one.id and had.user_id = account.user_id and had.valid_to is null
                        and (had.ends_at is null or had.ends_at > clock_now())
                       join permission_set_items part
                         on part.set_id = one.id and part.system_id = ${systemId} and part.page_id is null
                      where given.client_id = provided.client_id and given.group_id = provided.id))) named)`

/** Each way in which a user has an application: 'by hand', 'by set Accounting clerk v3', 'by group fin-all'. */
export const waySentences = ({ isByHand, sources }: { isByHand: boolean; sources: NamedSources | null }) => [
  ...(isByHand ? [sentences.grant_by_hand] : []),
  ...(sources?.sets ?? []).map(({ name, version }) =>
    sentences.permission_by_set({ set: name, version: String(version) }),
  ),
  ...(sources?.groups ?? []).map((group) => sentences.permission_by_group({ group })),
]
