import { allEndpoints } from '@portico/contract/areas.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyRing } from '../../src/crypto/key-ring.ts'
import { createLogger } from '../../src/logging.ts'
import type { Browser, Raw } from '../browser.ts'
import { jobContext } from '../job-context.ts'
import { type Portal, startPortal } from '../portal.ts'
import { reviewedUnmoved, staleUnmoved } from './unmoved-columns.ts'
import {
  describeChanges,
  differingFlags,
  readWholeState,
  restoreWholeState,
  unmovedColumns,
  type WholeState,
} from '../whole-state.ts'
import { type Act, acts, actsElsewhere } from './acts.ts'
import { auditedWrites } from './audited-writes.ts'
import { changesOfActs } from './changes-of-acts.ts'
import { actsWithFlags, staleFlags } from './flags-of-acts.ts'
import { jobActs } from './job-acts.ts'
import { limitsOfActs, nameOf, staleLimits, withValue } from './limits-of-acts.ts'
import { refusedActs } from './refused-acts.ts'
import { openSession } from './people.ts'
import { makeRichWorld, type RichWorld } from './rich-world.ts'
import { expectedAgain, staleRepeats, withNextVersion } from './repeated-acts.ts'
import { type SampleCall, sampleCall } from './sample-call.ts'

type Ids = Record<string, string>

let portal: Portal
let rich: RichWorld
let browsers: Record<Act['as'], Browser>
/** What every act begins with, and ends with: it is restored. */
let begin: WholeState
beforeAll(async () => {
  portal = await startPortal()
  rich = await makeRichWorld(portal)
  const { external } = rich.world.users
  browsers = { admin: await openSession(portal, rich.admin), external: await openSession(portal, external) }
  begin = await readWholeState(portal)
})
afterAll(() => portal.close())

/** Tables and views without a row in the world, by why; what they hold is looked at by the tests of their areas. */
const withoutRows: Readonly<Record<string, readonly string[]>> = {
  'No act of an administrator concerns them: they are of sign-ins, requests and protocols in progress.': [
    'application_requests',
    'device_sign_ins',
    'logout_steps',
    'passed_human_checks',
    'saml_requests',
    'sign_in_failures',
    'used_assertions',
    'used_tokens',
  ],
  'Jobs and starts of a node write them.': [
    'audit_checkpoints',
    'audit_day_counts',
    'audit_detached_months',
    'audit_redactions',
    'audit_seals',
    'audit_verifications',
    'daily_figures',
    'demo_world',
    'event_log_places',
    'grant_end_notices',
    'job_runs',
    'jobs.job',
    'mail_bodies',
    'secret_key_checks',
    'signing_keys',
  ],
  'Directories and commands of operators write them; what ends them with a user is tested in their areas.': [
    'managed_objects',
    'scim_group_members',
    'scim_users_in_scope',
  ],
  'They belong to one record, whose acts are compared with and without them in its area.': [
    'active_representatives',
    'announcement_clients',
    'announcement_departments',
    'announcement_industries',
    'announcement_systems',
    'client_domains',
    'client_industries',
    'industries',
    'page_search_items',
    'permission_set_customers',
    'planned_hand_overs',
    'resource_texts',
    'saml_provider_clients',
    'scim_group_access',
    'scim_group_grants',
    'scim_group_set_access',
    'scim_group_set_members',
    'scim_group_sets',
    'scim_mappings',
    'second_factor_enrollments',
    'section_images',
    'source_access',
    'source_customers',
    'source_items',
    'source_members',
    'system_account_choices',
    'system_account_sessions',
    'system_software',
    'user_system_account_clients',
  ],
}

const idsOfWorld = (): Ids => ({
  ...rich.world.ids,
  ...rich.ids,
  target: String(rich.target.id),
  external: String(rich.world.users.external.id),
})

/** Runs statements in which `$name` is an id of the world. */
async function prepare(statements: readonly string[] = []): Promise<void> {
  const ids = idsOfWorld()
  for (const statement of statements)
    await portal.owner(statement.replaceAll(/\$([a-z]\w*)/gi, (_, name: string) => `'${ids[name]}'`))
}

/** Brings the world into the state in which an act can be done; returns the ids that it names. */
async function prepareAct(act: Act): Promise<Ids> {
  await prepare(act.prepare)
  const entry = auditedWrites[act.endpoint.name]
  const prepared = entry && 'prepare' in entry ? await entry.prepare?.(portal, rich.world, rich.target) : {}
  const [row] = await portal.owner('select version from announcements where id = $1', [
    rich.world.ids['announcementId'],
  ])
  const uid = act.as === 'admin' ? rich.admin.id : rich.world.users.external.id
  const own = { uid: String(uid), announcementVersion: String(row?.['version']) }
  return { ...idsOfWorld(), ...own, ...prepared, ...act.ids?.(rich) }
}

function callOf(act: Act, ids: Ids, undoId?: number): SampleCall {
  const call = sampleCall(act.endpoint, act.endpoint.path, ids, portal.origin, browsers[act.as])
  const body = undoId === undefined ? act.body?.(rich, ids) : { undoId }
  return { ...call, ...(body && { body: JSON.stringify(body) }) }
}

const send = ({ as }: Act, { method, path, ...rest }: SampleCall): Promise<Raw> =>
  browsers[as].request(method, path, rest)

const perform = (act: Act, ids: Ids, undoId?: number) => send(act, callOf(act, ids, undoId))

const actOf = (title?: string) => acts.find((act) => act.title === title)

/** Does what an act takes back; returns the id of the offer. */
async function performUndone(undone: Act, ids: Ids): Promise<number> {
  const { text } = await perform(undone, ids)
  return Number(/"undoId":(\d+)/.exec(text)?.[1])
}

interface Done<Result> {
  result: Result
  changes: string[]
  /** Columns that say when a row was changed, and have not moved with it. */
  unmoved: string[]
  after: WholeState
}

/** Describes what each of some works changes, and restores what there was before them and their preparation. */
async function changesOfEach<Result>(works: readonly (() => Promise<Result>)[]): Promise<Done<Result>[]> {
  const done: Done<Result>[] = []
  let before = await readWholeState(portal, begin)
  for (const work of works) {
    const result = await work()
    const after = await readWholeState(portal, before)
    const changes = await describeChanges(portal, { before, after, names: rich.names })
    done.push({ result, changes, unmoved: await unmovedColumns(portal, before, after), after })
    before = after
  }
  begin = await restoreWholeState(portal, begin, before)
  return done
}

/** The same of one work. */
async function changesOf<Result>(work: () => Promise<Result>): Promise<Done<Result>> {
  const [done] = await changesOfEach([work])
  return done as Done<Result>
}

const titled = <Each extends { title: string }>(list: readonly Each[]) =>
  list.map((each): [string, Each] => [each.title, each])

/** Does an act, and then the same again. */
async function performTwice(act: Act): Promise<Done<Raw>[]> {
  const undone = actOf(act.undoes)
  const undoneIds = undone && (await prepareAct(undone))
  const ids = await prepareAct(act)
  let call: SampleCall | undefined
  return changesOfEach([
    async () => {
      call = callOf(act, ids, undone && undoneIds && (await performUndone(undone, undoneIds)))
      return send(act, call)
    },
    () => send(act, withNextVersion(call as SampleCall)),
  ])
}

const answerOf = ({ result: { status, code, text } }: Done<Raw>) => ({
  status,
  refused: code.startsWith('4') ? text : '',
})

describe('every writing command changes what was reviewed, leaves everything else as it was, and changes nothing when it is done again', () => {
  test.each(titled(acts))('%s', async (title, act) => {
    const [first, again] = (await performTwice(act)) as [Done<Raw>, Done<Raw>]
    expect(answerOf(first)).toEqual({ status: 200, refused: '' })
    expect(first.changes).toEqual(changesOfActs[title])
    expect(first.unmoved).toEqual(reviewedUnmoved(title))
    const { status, changes } = expectedAgain(act)
    expect({ status: again.result.status, changes: changes ? again.changes.length > 0 : again.changes }).toEqual({
      status,
      changes: changes || [],
    })
  })

  test('has reviewed exceptions for acts that are there', () => {
    expect(staleRepeats(acts)).toEqual([])
    expect(staleUnmoved([...acts, ...jobActs])).toEqual([])
  })

  test.each(titled(jobActs))('%s', async (title, { prepare: statements, job }) => {
    await prepare(statements)
    const deps = { db: portal.database.jobs, keys: keyRing(portal.config.secretKeys) }
    const logger = createLogger('silent', 'test')
    const context = jobContext({ logger })
    const { changes, unmoved } = await changesOf(() => job(deps).run({}, context))
    expect(changes).toEqual(changesOfActs[title])
    expect(unmoved).toEqual(reviewedUnmoved(title))
  })
})

describe('the longest text that fits is taken in each field of an act, and one sign more is refused at its field', () => {
  test.each([...Map.groupBy(limitsOfActs, ({ act }) => act.title)])('%s', async (title, limits) => {
    const act = actOf(title) as Act
    const call = callOf(act, await prepareAct(act))
    const { result } = await changesOf(async () => {
      const refused = []
      for (const limit of limits) refused.push(await send(act, withValue(call, limit, limit.textOf(limit.max + 1))))
      const longest = limits.reduce((body, limit) => withValue(body, limit, limit.textOf(limit.max)), call)
      return { refused, taken: await send(act, longest) }
    })
    const fields = limits.map(({ field }) => nameOf(field))
    expect(
      result.refused.map(({ status, data }, at) =>
        [400, 422].includes(status) && JSON.stringify(data).includes(String(fields[at]))
          ? fields[at]
          : { status, data },
      ),
    ).toEqual(fields)
    expect({ status: result.taken.status, refused: result.taken.status === 200 ? '' : result.taken.text }).toEqual({
      status: 200,
      refused: '',
    })
  })

  test('has rules of fields that are there', () => {
    expect(staleLimits).toEqual([])
  })
})

describe('each flag of an act is stored in its column, and in no other', () => {
  test.each(titled(actsWithFlags))('%s', async (_, { act, flags, columns }) => {
    const sent = async (value: 'N' | 'Y') => {
      const call = callOf(act, await prepareAct(act))
      const whole = flags.reduce((body, flag) => withValue(body, { field: flag.split('.') }, value), call)
      return changesOf(() => send(act, whole))
    }
    const [off, on] = [await sent('N'), await sent('Y')]
    expect([off, on].map(answerOf)).toEqual(Array.from({ length: 2 }, () => ({ status: 200, refused: '' })))
    expect((await differingFlags(portal, off.after, on.after)).toSorted()).toEqual(columns.toSorted())
  })

  test('has columns of flags that are there', () => {
    expect(staleFlags).toEqual([])
  })
})

describe('what cannot be restored is refused, and nothing changes', () => {
  test.each(titled(refusedActs))('%s', async (_, { act: title, between, status, message }) => {
    const act = actOf(title) as Act
    const undone = actOf(act.undoes) as Act
    const ids = await prepareAct(act)
    const undoId = await performUndone(undone, await prepareAct(undone))
    await prepare([between])
    const { result, changes } = await changesOf(() => perform(act, ids, undoId))
    expect({ status: result.status, message: result.message, changes }).toEqual({ status, message, changes: [] })
  })
})

test('the world has a row in every other table, so that what an act does to it is seen', () => {
  const empty = [...begin.relations].filter(([, { byKey }]) => byKey.size === 0).map(([name]) => name)
  expect(empty.toSorted()).toEqual(Object.values(withoutRows).flat().toSorted())
})

describe('the list of acts', () => {
  const writesOfAdministrators = allEndpoints()
    .map(({ endpoint }) => endpoint)
    .filter(({ guard, method }) => guard.kind === 'admin' && method !== 'GET')
    .map(({ name }) => name)

  test('has every writing command of the administration, or says why not', () => {
    const listed = new Set([...acts.map(({ endpoint }) => endpoint.name), ...Object.keys(actsElsewhere)])
    expect(writesOfAdministrators.filter((name) => !listed.has(name))).toEqual([])
    expect(writesOfAdministrators.length).toBeGreaterThan(140)
  })

  test('has reviewed changes for each, and no others', () => {
    const titles = [...acts, ...jobActs].map(({ title }) => title)
    expect(Object.keys(changesOfActs).toSorted()).toEqual(titles.toSorted())
  })
})
