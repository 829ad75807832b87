import type { License } from '@portico/contract/licenses/licenses.ts'
import type { licensePageTexts } from '@portico/contract/licenses/license-page-texts.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import { formatInstant } from '../../ui/format.ts'

export type Words = Texts<typeof licensePageTexts>

export const stateWords = (t: Words): Readonly<Record<License['stateCd'], string>> => ({
  'in-force': t.license_state_in_force,
  replaced: t.license_state_replaced,
  ended: t.license_state_ended,
})

export const stateTones = { 'in-force': 'success', replaced: 'neutral', ended: 'neutral' } as const

/** What a license is called. */
export const licenseName = (t: Words, { clientNm }: Pick<License, 'clientNm'>): string =>
  clientNm === null ? t.license_of_default : formatMessage(t.license_of_client, { client: clientNm })

/** When something was done, and by whom where that is known. */
export const actInWords = (at: Date, name: string | null): string =>
  [formatInstant(at), name].filter((part) => part !== null).join(', ')
