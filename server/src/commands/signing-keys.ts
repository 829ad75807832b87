import {
  keyPolicies,
  publishedKeys,
  removeFormerKeys,
  rotateSigningKey,
  type SigningKeyPurpose,
  signingKeyPurposes,
} from '../areas/signing-keys/public.ts'
import { StartError } from '../start-error.ts'
import { type ActionDeps, type ActionInput, type Actions, runAction } from './run-action.ts'
import { listSigningKeys } from '../areas/signing-keys/signing-key-store.ts'

const BY = 'signing-keys'
const MAX_DAYS = 90

const actions: Actions = {
  list: {
    takes: '',
    does: 'lists the published keys with which the portal signs for applications, and when each signs',
    positionals: 0,
    options: {},
    run: list,
  },
  rotate: {
    takes: 'saml|oidc [--in-days NUMBER]',
    does: 'publishes the next key; it signs after 14 days (saml) or 2 days (oidc), or the days given, and the former one stays published for a week',
    positionals: 1,
    options: { 'in-days': { type: 'string', value: 'NUMBER', means: 'days until the next key signs' } },
    run: rotate,
  },
  'remove-former': {
    takes: 'saml|oidc',
    does: 'removes former keys at once, such as one that became known to others',
    positionals: 1,
    options: {},
    run: removeFormer,
  },
}

/** `signing-keys`: the keys with which the portal signs for SAML and OpenID Connect applications. */
export const signingKeysCommand = (args: readonly string[]): Promise<void> => runAction('signing-keys', actions, args)

const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

async function list({ tx }: ActionDeps): Promise<string> {
  const lines = []
  for (const purpose of signingKeyPurposes) {
    const rows = await listSigningKeys(tx, purpose)
    const now = rows[0]?.now
    if (!now) continue
    const signing = rows.find(({ signsFrom }) => signsFrom <= now)
    for (const key of publishedKeys(rows, now)) {
      const state = key === signing ? 'signs since' : key.signsFrom > now ? 'signs from' : 'former, signed from'
      lines.push(`${key.id}  ${purpose}  ${state} ${minute(key.signsFrom)}`)
    }
  }
  return lines.length > 0 ? lines.join('\n') : 'There are no signing keys yet. The first sign-on makes them.'
}

function purposeOf({ positionals: [name = ''] }: ActionInput): SigningKeyPurpose {
  const purpose = signingKeyPurposes.find((one) => one === name)
  if (!purpose) throw new StartError(`There are no keys for "${name}". Name saml or oidc.`)
  return purpose
}

async function rotate({ tx, keys }: ActionDeps, input: ActionInput): Promise<string> {
  const purpose = purposeOf(input)
  const leadDays = Number(input.options['in-days'] ?? keyPolicies[purpose].leadDays)
  if (!Number.isInteger(leadDays) || leadDays < 0 || leadDays > MAX_DAYS)
    throw new StartError(`--in-days must be 0 to ${MAX_DAYS}.`)
  const { id, signsFrom } = await rotateSigningKey(tx, keys, { purpose, leadDays, by: BY })
  return `Key ${id} is published and signs from ${minute(signsFrom)}. Applications that do not read the keys by themselves need them before that.`
}

async function removeFormer({ tx }: ActionDeps, input: ActionInput): Promise<string> {
  const removed = await removeFormerKeys(tx, { purpose: purposeOf(input), by: BY, keptDays: 0 })
  return removed === 0 ? 'There is no former key.' : `Removed: ${removed}.`
}
