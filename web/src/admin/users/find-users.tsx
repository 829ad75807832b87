import { giveAccessTexts } from '@portico/contract/access-changes/give-access-texts.ts'
import type { AccessChangeKind } from '@portico/contract/access-changes/access-change-rules.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import type { UserAction } from '@portico/contract/users/user-action-rules.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { userTexts } from '@portico/contract/users/user-texts.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { type ListedUser, listUsers, userStatuses } from '@portico/contract/users/users.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { texts } from '../../api/texts.ts'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import type { FindRecords, FindVisited, FoundRecord } from '../../shell/found-records.ts'
import { userProfile } from '../user-profile/screen.ts'
import { actsAskedFor, type NamedAct } from './user-act-words.ts'
import { disabledReasonOf, offeredActions } from './user-action-offers.ts'
import { actionWords } from './user-actions.ts'
import { userListOptionsQuery } from './user-queries.ts'

/** Users whose acts are offered: of more, the name has to say more. */
const ACTED_ON_MAX = 3

type UserAct = UserAction | AccessChangeKind
const UserActDialog = lazyDialog(async () => (await import('./UserActDialog.tsx')).UserActDialog)

type Search = Parameters<FindRecords>[0]

/** Finds users by all words of a text, whose profile opens; and for "reset password of becker" the acts on them. */
export const findRecords: FindRecords = async (search) => {
  const [users, acts] = await Promise.all([searchUsers(search, search.text), findActs(search)])
  return [...users.map(profileOf), ...acts]
}

type ShownUser = Pick<ListedUser, 'userId' | 'firstNm' | 'lastNm' | 'userNm' | 'employerNm'>

const profileOf = (user: ShownUser): FoundRecord => ({
  kindCd: 'user',
  id: String(user.userId),
  titleTxt: fullName(user),
  placeTxt: placeOf(user),
  target: userProfile.link({ userId: user.userId, tabName: 'overview' }),
})

/** So many of the profiles that were opened last are named. */
const VISITED_MAX = 4
const userOfProfile = new RegExp(
  `^${userProfile.address.replace('$userId', String.raw`(\d+)`).replace('$tabName', String.raw`\w+`)}$`,
)

/** Names the users whose profiles were opened; those whom the administrator may no longer see are left out. */
export const findVisited: FindVisited = async ({ uid, addresses, signal }) => {
  const ids = [...new Set(addresses.flatMap((address) => userOfProfile.exec(address)?.[1] ?? []))].slice(0, VISITED_MAX)
  const answers = await Promise.allSettled(
    ids.map((id) => call(getUserDetail, { params: { uid, userId: Number(id) } }, signal)),
  )
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [profileOf(answer.value.cpUser.user)] : []))
}

const placeOf = ({ userNm, employerNm }: ShownUser) => `${userNm}, ${employerNm}`

const searchUsers = async ({ uid, signal }: Search, nm: string): Promise<ListedUser[]> =>
  (await call(listUsers, { params: { uid }, body: { nm, pageSize: 15 } }, signal)).result

/** What an act is called in the menu of a user, in the language of the page. */
function labelOf(act: UserAct): string {
  const { give_access_action: give, give_access_end_action: end } = texts(giveAccessTexts)
  if (act === 'give') return give
  return act === 'end' ? end : texts(userListTexts)[actionWords[act].label]
}

/** Further words by which administrators know an act. */
const alsoCalled: Partial<Record<UserAct, string>> = {
  inactivate: 'deactivate disable deaktivieren',
  reactivate: 'activate enable restore aktivieren',
  resetSecondFactor: 'mfa 2fa',
  endSessions: 'sign out',
  give: 'grant',
  end: 'remove revoke',
}

/** As the screens, acts are found by their English names, too. */
const namedAct = (act: UserAct): NamedAct<UserAct> => {
  const english =
    act === 'give'
      ? giveAccessTexts.give_access_action
      : act === 'end'
        ? giveAccessTexts.give_access_end_action
        : userListTexts[actionWords[act].label]
  return { act, names: [labelOf(act), english, alsoCalled[act] ?? ''] }
}

const namedActs = (): NamedAct<UserAct>[] =>
  (
    [
      'resetPassword',
      'unlock',
      'lock',
      'resetSecondFactor',
      'endSessions',
      'inactivate',
      'reactivate',
      'delete',
      'give',
      'end',
    ] as const
  ).map(namedAct)

/** Finds the acts that a text asks for, of those that the menu of the user offers and that can be done. */
async function findActs(search: Search): Promise<FoundRecord[]> {
  const asked = actsAskedFor(search.text, namedActs())
  if (!asked) return []
  const [users, options] = await Promise.all([
    searchUsers(search, asked.userText),
    queryClient.ensureQueryData(userListOptionsQuery(search.uid)),
  ])
  const admin = {
    uid: search.uid,
    isPortalAdmin: options.portalAdminFlg,
    hasSecondFactor: options.securityProvider !== 'off',
  }
  const isOffered = (act: UserAct, user: ListedUser) => {
    if (act === 'give') return user.userStatus === userStatuses.active
    // An inactive user would have the access again once reactivated.
    if (act === 'end') return user.userStatus !== userStatuses.deleted
    return (
      offeredActions(user).includes(act) &&
      disabledReasonOf(act, user, admin, { ...texts(userListTexts), ...texts(userTexts) }) === undefined
    )
  }
  const found = users.slice(0, ACTED_ON_MAX).flatMap((user) =>
    asked.acts
      .filter((act) => isOffered(act, user))
      .map((act) => ({
        kindCd: 'act' as const,
        id: `${act} ${user.userId}`,
        titleTxt: `${labelOf(act).replace(/\s*…$/, '')}: ${fullName(user)}`,
        placeTxt: placeOf(user),
        target: (onClose: () => void) => (
          <UserActDialog act={act} user={user} securityProvider={options.securityProvider} onClose={onClose} />
        ),
      })),
  )
  // Keys that are typed right after an act was chosen go to its dialog.
  if (found.length > 0) UserActDialog.preload()
  return found
}
