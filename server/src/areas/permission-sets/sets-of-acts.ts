import type { Tx } from '../../db/database.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import type { ActContext } from '../../http/caller.ts'
import type { ActorRights, UserTarget } from '../permissions/public.ts'
import { giveSet, takeSet } from './hold-set.ts'
import { type Holding, lastsUntil } from './holder-store.ts'
import { type Act, type ActOnSet, holderRules, readContent, type SetContent } from './judge-holders.ts'
import { findSet, lockSet } from './permission-set-store.ts'

// Sets that are given together with other access: to several users, or to a new user.

/** The sets of these ids; null for one that there is no longer. */
export type SetsOfAct = readonly (SetContent | null)[]

/** Reads sets as acts give or take them. */
export const readSets = (tx: Tx, act: Act, setIds: readonly number[]): Promise<SetsOfAct> =>
  contentsOf(tx, act, setIds, findSet)

/** As `readSets`; none of them is changed, given or taken elsewhere until the transaction ends. */
export const lockSets = (tx: Tx, act: Act, setIds: readonly number[]): Promise<SetsOfAct> =>
  contentsOf(tx, act, setIds, lockSet)

async function contentsOf(tx: Tx, act: Act, setIds: readonly number[], find: typeof findSet): Promise<SetsOfAct> {
  const contents: (SetContent | null)[] = []
  // In one order, as all who lock sets.
  for (const id of [...new Set(setIds)].toSorted((one, other) => one - other)) {
    const set = await find(tx, id)
    contents.push(set && !set.isDeleted ? await readContent(tx, act, set) : null)
  }
  return contents
}

/** What an act does to one user: the sets that change, and every reason why it may not. */
export interface SetsOfTarget {
  readonly changing: readonly SetContent[]
  /** Of those, until when the user has had those that they have for longer by the act. */
  readonly formerEnds: ReadonlyMap<SetContent, Date>
  readonly refusals: readonly Message[]
  /** One of the reasons is that the administrator has signed in too long ago (S52). */
  readonly needsFreshSignIn: boolean
}

/** Which sets an act gives until when, or takes. */
export interface ActOnSets extends ActOnSet {
  readonly sets: SetsOfAct
}

/**
 * Returns which sets a user would get, or lose, and why not. A set that they have for as long already, or lack, changes
 * nothing. `concerns` limits it to sets: another one that may not change is no reason.
 */
export async function judgeSets(
  tx: Tx,
  rights: ActorRights,
  { sets, act, endsAt }: ActOnSets,
  targets: readonly UserTarget[],
): Promise<(target: UserTarget, concerns?: (setId: number) => boolean) => SetsOfTarget> {
  const rules: { content: SetContent | null; rule: Awaited<ReturnType<typeof holderRules>> | null }[] = []
  for (const content of sets)
    rules.push({ content, rule: content && (await holderRules(tx, rights, { act, endsAt }, content, targets)) })
  return (target, concerns = () => true) => {
    const changing: SetContent[] = []
    const refusals: Message[] = []
    let needsFreshSignIn = false
    for (const { content, rule } of rules) {
      if (!content || !rule) {
        refusals.push(sentences.permission_set_gone)
        continue
      }
      if (!concerns(content.set.id)) continue
      if (!isChanging({ act, endsAt }, rule.holdingOf(target))) continue
      const refusal = rule.refuseOne(target)
      if (refusal === null) changing.push(content)
      else refusals.push(refusal === 'fresh sign-in' ? sentences.reauth_needed : refusal.message)
      needsFreshSignIn ||= refusal === 'fresh sign-in'
    }
    const formerEnds = rules.flatMap(({ content, rule }) => {
      const end = rule?.holdingOf(target)?.endsAt
      return content && end && changing.includes(content) ? [[content, end] as const] : []
    })
    return { changing, formerEnds: new Map(formerEnds), refusals: distinct(refusals), needsFreshSignIn }
  }
}

/** Whether an act changes how a user has a set: they lack what is given, or have it for a shorter time. */
const isChanging = ({ act, endsAt }: ActOnSet, holding: Holding | undefined): boolean =>
  act === 'take' ? holding !== undefined : !lastsUntil(holding, endsAt)

/** Messages, each once. */
export const distinct = (messages: readonly Message[]): Message[] => [
  ...new Map(messages.map((message) => [JSON.stringify(message), message])).values(),
]

/** Gives users the sets, or takes them, that they were judged to get or lose. */
export async function changeSets(
  tx: Tx,
  by: ActContext,
  { act, endsAt }: ActOnSet,
  users: readonly { readonly target: UserTarget; readonly sets: readonly SetContent[] }[],
): Promise<void> {
  const bySet = new Map<SetContent, UserTarget[]>()
  for (const { target, sets } of users) for (const set of sets) bySet.set(set, [...(bySet.get(set) ?? []), target])
  for (const [content, targets] of bySet)
    await (act === 'give' ? giveSet(tx, by, content, targets, endsAt) : takeSet(tx, by, content.set, targets))
}
