import type * as contract from '@portico/contract/users/user-profile.ts'
import type { Tx } from '../../../db/database.ts'
import { refuse } from '../../../http/answers.ts'
import { adminScope, ownScope } from '../../../http/authority.ts'
import { audienceOf } from '../../../http/text-audience.ts'
import { sentences, type Texts } from '../../../http/sentences.ts'
import type { Authority } from '../../../http/caller.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { departments, notificationTypes, typesInWords } from '../../account/public.ts'
import { readReach } from '../../customers/public.ts'
import {
  readAssignablePages,
  readAssignableSystems,
  permissionsVersion,
  readOnlyReason,
  savePermissions,
} from '../../permissions/public.ts'
import { readProfiledSystems, readProfileGrants } from './profile-grants.ts'
import { assignablePageView, assignableSystemView, profileView, systemView } from './profile-view.ts'
import { saveDetails, type SaveDetailsDeps } from './save-details.ts'
import { fieldsOfDirectory } from './user-details-rules.ts'
import { readProfiledUser } from './user-details-store.ts'

const ownClientOf = ({ isInternal, clientId }: Authority) => (isInternal ? null : clientId)

interface ProfileDeps extends SaveDetailsDeps {
  wordings: Pick<Texts, 'of'>
}

export function userProfileHandlers(deps: ProfileDeps): Handlers<typeof contract> {
  const { db, directoryFields, phones, wordings } = deps
  const readProfile = async (tx: Tx, userId: number, authority: Authority) => {
    const [user, grants, reach] = await Promise.all([
      readProfiledUser(tx, userId),
      readProfileGrants(tx, userId),
      readReach(tx, authority),
    ])
    if (!user) return undefined
    const readOnlyFields = fieldsOfDirectory(user, directoryFields)
    const viewer = { reach, readOnlyFields, phones, ownClientId: ownClientOf(authority) }
    return { user, profile: profileView(user, grants, viewer) }
  }
  return {
    getUserDetail: async ({ params, caller }) => {
      const authority = await caller.authority()
      const [own, asked, version] = await db.read(adminScope(caller), (tx) =>
        Promise.all([
          caller.service ? null : readProfile(tx, caller.user.id, authority),
          readProfile(tx, params.userId, authority),
          permissionsVersion(tx, params.userId),
        ]),
      )
      if ((!own && !caller.service) || !asked) return refuse('404', sentences.user_not_found)
      return {
        adminUser: own?.profile ?? null,
        cpUser: asked.profile,
        permissionsVersion: version,
        portalAdminFlg: authority.isPortalAdmin,
        readOnlyReasonCd: readOnlyReason(authority, asked.user),
      }
    },
    updateUserDetail: ({ params, body, caller, request }) =>
      saveDetails(deps, { caller, request }, { userId: params.userId, sent: body }),
    updateUserPermissions: ({ params, body, caller, request }) =>
      savePermissions(deps, { caller, request }, { userId: params.userId, sent: body }),
    listAssignableSystems: async ({ caller }) => {
      const authority = await caller.authority()
      const systems = await db.read(adminScope(caller), (tx) => readAssignableSystems(tx, authority))
      return systems.map(assignableSystemView)
    },
    listAssignablePages: async ({ params, caller }) => {
      const authority = await caller.authority()
      const pages = await db.read(adminScope(caller), (tx) => readAssignablePages(tx, authority, params.systemId))
      return pages ? pages.map(assignablePageView) : refuse('404', sentences.not_found)
    },
    listUserNotificationTypes: async (call) =>
      typesInWords(await wordings.of(audienceOf(call)), await notificationTypes(db)),
    listUserDepartments: () => departments(db),
    listDepartmentsForAdmin: () => departments(db),
    listOwnSystems: async ({ caller }) => {
      const systems = await db.read(ownScope(caller), (tx) => readProfiledSystems(tx, caller.user.id))
      return systems.map(systemView)
    },
  }
}
