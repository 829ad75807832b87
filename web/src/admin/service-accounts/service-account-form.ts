import * as z from 'zod/mini'
import { type ServiceScope, serviceScopes } from '@portico/contract/kit/service-scopes.ts'
import { SERVICE_ACCOUNT_NAME_MAX } from '@portico/contract/service-accounts/service-account-rules.ts'
import type { ServiceAccount } from '@portico/contract/service-accounts/service-accounts.ts'
import { day, requiredText } from '../../patterns/field-schemas.ts'
import { addDays } from '../../ui/calendar-day.ts'
import { endOfDay, today } from '../../ui/day-bounds.ts'

/** Days until a new account ends, unless the administrator chooses another day. */
const USUAL_DAYS = 180

const scopes = z.array(z.enum(serviceScopes)).check(z.minLength(1, 'service_scopes_missing'))

// Field names of the calls, so that their errors find the fields. Lines of the networks are those of the field.
const changed = {
  serviceAccountNm: requiredText(SERVICE_ACCOUNT_NAME_MAX),
  scopeList: scopes,
  networkList: z.string(),
}

export const knownAccount = z.object(changed)
export const newAccount = z.object({
  ...changed,
  clientId: z.string(),
  ownerId: z.string().check(z.minLength(1, 'service_owner_missing')),
  endDt: day().check(z.minLength(1, { error: 'service_end_missing', abort: true })),
})
type NewAccount = z.output<typeof newAccount>
type KnownAccount = z.output<typeof knownAccount>

/** A new account of `ownerId`; '' where they can own none. */
export const newFields = (ownerId: string): NewAccount => ({
  serviceAccountNm: '',
  clientId: '',
  ownerId,
  scopeList: [],
  networkList: '',
  endDt: addDays(today(), USUAL_DAYS),
})

export const fieldsOf = ({ serviceAccountNm, scopeList, networkList }: ServiceAccount): KnownAccount => ({
  serviceAccountNm,
  scopeList: [...scopeList],
  networkList: networkList.join('\n'),
})

const linesOf = (text: string) => (text.trim() === '' ? [] : text.split('\n'))

export const changeOf = ({ networkList, ...values }: KnownAccount) => ({ ...values, networkList: linesOf(networkList) })

export const creationOf = ({ clientId, ownerId, endDt, ...values }: NewAccount) => ({
  ...changeOf(values),
  clientId: clientId === '' ? null : Number(clientId),
  ownerId: Number(ownerId),
  endDt: endOfDay(endDt),
})

/** The scopes after one was turned on or off, in the order of the list. */
export const withScope = (chosen: readonly ServiceScope[], scope: ServiceScope, isOn: boolean): ServiceScope[] =>
  serviceScopes.filter((one) => (one === scope ? isOn : chosen.includes(one)))
