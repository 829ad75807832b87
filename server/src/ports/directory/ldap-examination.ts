import type net from 'node:net'
import { type Client, type Entry, type Filter, ResultCodeError } from 'ldapts'
import type { LdapSettings } from '../../config/directory-settings.ts'
import { withTimeout } from '../with-timeout.ts'
import type { ExaminedStep, LdapExamination, StatedAttribute } from './directory.ts'
import {
  bindSearchAccount,
  connect,
  encrypt,
  findEntries,
  isMember,
  isPasswordOf,
  personOfEntry,
  withoutNames,
} from './ldap-connection.ts'

/** Attributes that a test shows besides the mapped ones: those that an administrator may want to map. */
const USUAL_ATTRIBUTES = ['cn', 'displayName', 'employeeNumber', 'givenName', 'mail', 'memberOf', 'sn', 'title', 'uid']
/** Characters of a value and values of an attribute that a test shows. */
const VALUE_MAX = 500
const VALUES_MAX = 20

const skipped: ExaminedStep = { result: 'skipped', found: null }
const passed = (found: string | null = null): ExaminedStep => ({ result: 'passed', found })
const failed = (found: string | null = null): ExaminedStep => ({ result: 'failed', found })

interface Tried {
  ownFilter: Filter | null
  userName: string
  /** Null: the password is not tried. */
  password: string | null
}

type Step = 'connection' | 'searchAccount' | 'entry' | 'groups' | 'password'

/** Takes the steps of a sign-in one after the other, over a connection of its own. */
export async function examineLdap(
  settings: LdapSettings,
  tried: Tried,
  upstreamTimeoutMs: number,
): Promise<LdapExamination> {
  const found: LdapExamination = {
    connection: skipped,
    searchAccount: skipped,
    entry: skipped,
    entryCount: null,
    groups: skipped,
    password: skipped,
    attributes: [],
    person: {},
  }
  let at: Step = 'connection'
  const sockets: net.Socket[] = []
  const client = connect(settings, sockets, upstreamTimeoutMs)
  try {
    await withTimeout(
      takeSteps(client, settings, tried, found, (step) => (at = step)),
      upstreamTimeoutMs,
    )
  } catch (error) {
    found[at] = failed(withoutNames(error).message)
  } finally {
    void client.unbind().catch(() => undefined)
    for (const socket of sockets) socket.destroySoon()
  }
  return found
}

async function takeSteps(
  client: Client,
  settings: LdapSettings,
  { ownFilter, userName, password }: Tried,
  found: LdapExamination,
  begin: (step: Step) => void,
): Promise<void> {
  await encrypt(client, settings)
  await askRoot(client)
  found.connection = passed()
  begin('searchAccount')
  await bindSearchAccount(client, settings)
  if (settings.account) found.searchAccount = passed(settings.account.dn)
  begin('entry')
  const dn = await findEntry(client, settings, { ownFilter, userName }, found)
  if (dn === undefined) return
  begin('groups')
  const isAllowed = await isMember(client, settings, dn)
  if (settings.groups.length > 0) found.groups = isAllowed ? passed() : failed()
  // An empty password is an anonymous bind, which succeeds (RFC 4513 §5.1.2).
  if (!isAllowed || password === null || password.trim() === '') return
  begin('password')
  found.password = (await isPasswordOf(client, dn, password)) ? passed() : failed()
}

/** Returns the distinguished name of the one entry; undefined where there is none, or several. */
async function findEntry(
  client: Client,
  settings: LdapSettings,
  tried: Omit<Tried, 'password'>,
  found: LdapExamination,
): Promise<string | undefined> {
  const attributes = [...new Set([...Object.values(settings.attributes), settings.nameAttribute, ...USUAL_ATTRIBUTES])]
  const [entry, another] = await findEntries(client, settings, { ...tried, attributes })
  found.entryCount = entry ? (another ? 2 : 1) : 0
  found.entry = entry?.dn && !another ? passed(entry.dn) : failed()
  if (!entry?.dn || another) return undefined
  found.attributes = attributesOf(entry, attributes)
  found.person = personOfEntry(settings, entry)
  return entry.dn
}

/** Sends a first request, which opens the connection; a refusal is an answer too. */
async function askRoot(client: Client): Promise<void> {
  try {
    await client.search('', { scope: 'base', filter: '(objectClass=*)', attributes: ['1.1'] })
  } catch (error) {
    if (!(error instanceof ResultCodeError)) throw error
  }
}

/** Those of the attributes that are text: pictures and keys are left out. */
const attributesOf = (entry: Entry, wanted: readonly string[]): StatedAttribute[] =>
  Object.entries(entry).flatMap(([name, value]) => {
    const isWanted = wanted.some((one) => one.toLowerCase() === name.toLowerCase())
    const values = [value].flat().flatMap((one) => (typeof one === 'string' ? [one.slice(0, VALUE_MAX)] : []))
    return isWanted && values.length > 0 ? [{ name, values: values.slice(0, VALUES_MAX) }] : []
  })
